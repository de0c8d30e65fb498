import { once } from 'node:events';
import { createServer, type Server } from 'node:https';
import type { IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Webhook } from 'standardwebhooks';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { WebhookEvent } from '#/model/download.ts';
import { createApiKeyRepository } from '#/server/store/tables/api-keys.ts';
import { emptied, served } from '#/server/store/fixtures/contract-places.ts';
import type { Store } from '#/server/store/store.ts';
import { createWebhookEgress, type WebhookEgress } from '#/server/egress/webhook-egress.ts';
import { ensureCertificates } from '../../../../tests/platforms/certificates.ts';
import { createJobsPlace, type JobsPlace, kept, jobRequestOf, reached } from '#/server/jobs/fixtures/jobs-place.ts';
import type { Jobs } from '#/server/jobs/index.ts';

/** A name that the certificate for tests is for. */
const URL_OF_CLIENT = 'https://hooks.x.com/told?of=downloads';

type Told = { headers: IncomingHttpHeaders; body: string; path: string | undefined };

describe('webhooks', () => {
  let kind: Awaited<ReturnType<typeof served.start>>;
  let store: Store;
  let place: JobsPlace;
  let jobs: Jobs;
  let receiver: Server;
  let egress: WebhookEgress;
  let told: Told[];
  /** What the receiver answers next; afterwards 204. */
  let answers: number[];

  beforeAll(async () => {
    kind = await served.start();
    store = await (await kind.createPlace()).open();
    const { key, cert, caFile } = ensureCertificates();
    receiver = createServer({ key, cert }, async (req, res) => {
      const body = Buffer.concat(await req.toArray()).toString();
      told.push({ headers: req.headers, body, path: req.url });
      const status = answers.shift() ?? 204;
      res.writeHead(status, status === 302 ? { location: 'https://hooks.x.com/elsewhere' } : {}).end();
    }).listen(0, '127.0.0.1');
    await once(receiver, 'listening');
    egress = createWebhookEgress({ replica: { tlsPort: (receiver.address() as AddressInfo).port, caFile } });
  });
  beforeEach(async () => {
    [told, answers] = [[], []];
    place = await createJobsPlace();
    jobs = await place.open(store, { timing: { webhookDelayS: 1 } }, { postWebhook: egress.post });
  });
  afterEach(async () => {
    await place.close();
    await emptied(store);
  });
  afterAll(async () => {
    await store.close();
    await egress.close();
    receiver.closeAllConnections();
    receiver.close();
    await kind.close();
  });

  async function newKey() {
    const order = { name: 'hooks', userId: null, expiresAt: null, hasWebhooks: true };
    const limits = { resolutions: 1, downloads: 1, gigabytesPerDay: 1, transfers: 1 };
    const scopes = { platforms: null, networks: null, actions: ['download' as const] };
    const created = await createApiKeyRepository(store).create({ ...order, limits, scopes });
    return { keyId: created?.key.id ?? '', webhookSecret: created?.webhookSecret ?? '' };
  }
  const typesTold = () => told.map(({ body }) => (JSON.parse(body) as WebhookEvent).type);

  test('a client is told that its file is ready, signed so that it can be sure of whom it hears', async () => {
    await jobs.work();
    const { keyId, webhookSecret } = await newKey();
    const row = await kept(jobs, jobRequestOf('film'));
    await jobs.tell(row.id, { url: URL_OF_CLIENT, keyId });
    const ready = await reached(store, row, 'ready');
    await expect.poll(() => told).toHaveLength(1);
    const [{ headers, body, path }] = told as [Told];
    expect([headers.host, path]).toEqual(['hooks.x.com', '/told?of=downloads']);
    expect(new Webhook(webhookSecret).verify(body, headers as Record<string, string>)).toEqual({
      type: 'download.ready',
      timestamp: expect.any(String),
      data: {
        id: row.id,
        state: 'ready',
        failure: null,
        totalBytes: ready.totalBytes,
        expiresAt: ready.expiresAt?.toISOString(),
      },
    });
    expect(() => new Webhook(webhookSecret).verify(`${body} `, headers as Record<string, string>)).toThrow();
  });

  test('that it will never be, was cancelled, or is gone, is told as well', async () => {
    await jobs.work();
    const { keyId } = await newKey();
    const failing = await kept(jobs, jobRequestOf('broken', { fail: 'private' }));
    await jobs.tell(failing.id, { url: URL_OF_CLIENT, keyId });
    await expect.poll(typesTold).toEqual(['download.failed']);
    expect(JSON.parse(told[0]?.body ?? '').data.failure).toEqual({ code: 'private' });
    const slow = await kept(jobs, jobRequestOf('slow', { ms: 20_000 }));
    await jobs.tell(slow.id, { url: URL_OF_CLIENT, keyId });
    await jobs.cancel(slow.id, slow.owner);
    await expect.poll(typesTold).toEqual(['download.failed', 'download.cancelled']);
    const ready = await kept(jobs, jobRequestOf('ready'));
    await reached(store, ready, 'ready');
    await jobs.tell(ready.id, { url: URL_OF_CLIENT, keyId });
    await expect.poll(typesTold).toContain('download.ready');
    await store.query(`update downloads set state = 'expired' where id = $1`, [ready.id]);
    await store.publish([{ type: 'changed', id: ready.id }]);
    await expect.poll(typesTold).toContain('download.expired');
  });

  test('a receiver that is away is told later, under the same id; a redirect is not followed', async () => {
    await jobs.work();
    answers = [503, 302];
    const { keyId } = await newKey();
    const row = await kept(jobs, jobRequestOf('film'));
    await jobs.tell(row.id, { url: URL_OF_CLIENT, keyId });
    await expect.poll(() => told).toHaveLength(3);
    expect(new Set(told.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
    expect(new Set(told.map(({ path }) => path))).toEqual(new Set(['/told?of=downloads']));
  });

  test('a receiver that is gone for good hears no more; neither does one of a key that was revoked', async () => {
    await jobs.work();
    answers = [410];
    const { keyId } = await newKey();
    const row = await kept(jobs, jobRequestOf('film'));
    await jobs.tell(row.id, { url: URL_OF_CLIENT, keyId });
    await expect.poll(() => told).toHaveLength(1);
    await expect.poll(() => store.query('select * from webhooks')).toEqual([]);
    await createApiKeyRepository(store).revoke(keyId, null);
    const other = await kept(jobs, jobRequestOf('other'));
    await jobs.tell(other.id, { url: URL_OF_CLIENT, keyId });
    const done = `select state from pgboss.job where name = 'webhooks' and state = 'completed'`;
    await expect.poll(() => store.query(done)).toHaveLength(2);
    expect(told).toHaveLength(1);
  });

  test('what ended while nobody looked is told by whoever comes next', async () => {
    const { keyId } = await newKey();
    const row = await kept(jobs, jobRequestOf('film'));
    await jobs.tell(row.id, { url: URL_OF_CLIENT, keyId });
    await jobs.cancel(row.id, row.owner);
    await (await place.open(store, {}, { postWebhook: egress.post })).work();
    await expect.poll(typesTold).toEqual(['download.cancelled']);
  });

  test('several servers tell it once', async () => {
    const other = await place.open(store, {}, { postWebhook: egress.post });
    await Promise.all([jobs.work(), other.work()]);
    const { keyId } = await newKey();
    const rows = await Promise.all(['a', 'b', 'c'].map((name) => kept(jobs, jobRequestOf(name))));
    for (const row of rows) await jobs.tell(row.id, { url: URL_OF_CLIENT, keyId });
    for (const row of rows) await reached(store, row, 'ready');
    await expect.poll(typesTold).toHaveLength(3);
    await expect
      .poll(() => store.query("select * from pgboss.job where name = 'webhooks' and state < 'completed'"))
      .toEqual([]);
    expect(new Set(told.map(({ headers }) => headers['webhook-id'])).size).toBe(3);
  });
});
