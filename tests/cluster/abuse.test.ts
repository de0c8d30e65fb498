import { mkdtemp, rm } from 'node:fs/promises';
import { get, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { networkLimits } from '#app.config';
import { identityOf } from '../setup/identity-of.ts';
import { freePort } from '../setup/ports.ts';
import { TRIAL_TOKEN } from '../setup/identity-trial-settings.ts';
import { type Nginx, startNginx, startPlainNginx, TEST_CLIENT } from './nginx.ts';
import { createSiteProcess, type SiteProcess } from './site-process.ts';

/** The built site with its own limits, behind the proxy that is shipped and behind one that tells nothing of who asks. */
let folder: string;
let clientId: string;
let site: SiteProcess;
let shipped: Nginx;
let plain: Nginx;
let direct: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'clipferry-abuse-'));
  const port = await freePort();
  direct = `http://127.0.0.1:${port}`;
  ({ clientId } = await identityOf(folder));
  site = createSiteProcess('site', 'web', {
    DATA_DIR: folder,
    HOST: '127.0.0.1',
    PORT: String(port),
    JOB_WORKERS: '0',
    TRUSTED_PROXY_HOPS: '1',
    IDENTITY_TRIAL: 'on',
    IDENTITY_TRIAL_TOKEN: TRIAL_TOKEN,
  });
  await site.start();
  shipped = await startNginx([port, port]);
  plain = await startPlainNginx(port);
});
afterAll(async () => {
  await plain?.close();
  await shipped?.close();
  await site?.close();
  await rm(folder, { recursive: true, force: true });
});

/** Asks as a client that says of itself what it likes, its Host too. */
function ask(origin: string, path: string, headers: Record<string, string> = {}): Promise<IncomingMessage> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  get(`${origin}${path}`, { headers, agent: false }, resolve).on('error', reject);
  return promise;
}

async function statusOf(...request: Parameters<typeof ask>): Promise<number> {
  const answer = await ask(...request);
  answer.destroy();
  return answer.statusCode ?? 0;
}

const call = async (operation: string, input: object, client: string) => {
  const response = await fetch(`${shipped.origin}/identity/`, {
    method: 'POST',
    headers: {
      'content-type': 'application/x-amz-json-1.1',
      'x-amz-target': `AWSCognitoIdentityProviderService.${operation}`,
      [TEST_CLIENT]: client,
    },
    body: JSON.stringify({ ClientId: clientId, ...input }),
  });
  return (await response.json()) as Record<string, unknown>;
};

test('the site says at start where codes are read, and with which token', () => {
  expect(site.output()).toContain(`/identity/outbox?token=${TRIAL_TOKEN}`);
});

describe('the outbox of codes', () => {
  const HOSTS = ['localhost:3000', '127.0.0.1:3000', '[::1]:3000', 'site.example'];
  const SAID: Record<string, string>[] = [
    {},
    { 'x-forwarded-for': '127.0.0.1' },
    { forwarded: 'for=127.0.0.1;host=localhost' },
    { 'x-real-ip': '127.0.0.1', 'x-forwarded-host': 'localhost' },
    { cookie: 'identity-trial=guessed' },
    { authorization: 'Bearer guessed' },
  ];
  test.each(['by itself', 'behind a plain proxy', 'behind the proxy that is shipped'])(
    '%s opens by the token alone',
    async (where) => {
      const origin = { 'by itself': direct, 'behind a plain proxy': plain.origin }[where] ?? shipped.origin;
      for (const path of ['/identity/outbox', '/identity/outbox.json', '/identity/outbox.json?token=guessed']) {
        for (const host of HOSTS) {
          for (const said of SAID) {
            // 421: a Host that is not ours, where the proxy passes it on.
            const status = await statusOf(origin, path, { host, ...said });
            expect([404, 421], `${path} ${host} ${JSON.stringify(said)}`).toContain(status);
          }
        }
        const token = { authorization: `Bearer ${TRIAL_TOKEN}` };
        expect(await statusOf(origin, path.split('?')[0] ?? '', token)).toBe(200);
      }
    },
  );
});

describe('behind the proxy that is shipped, one network', () => {
  test('makes twenty accounts in an hour, by however many addresses of its /56', async () => {
    const signUp = (n: number, network: string) =>
      call(
        'SignUp',
        { Username: `${crypto.randomUUID()}@example.com`, Password: 'Correct-horse1' },
        `2001:db8:${network}${n % 10}:${n.toString(16)}::${n + 1}`,
      );
    const answers: Record<string, unknown>[] = [];
    for (let n = 0; n < 30; n++) answers.push(await signUp(n, '1:aa0'));
    expect(answers.filter((answer) => 'UserSub' in answer)).toHaveLength(networkLimits.signUps);
    expect(answers.at(-1)).toMatchObject({ __type: 'LimitExceededException' });
    expect(await signUp(1, '1:ab0')).toHaveProperty('UserSub');
  });

  test('asks the identity service so often; the proxy refuses the rest', async () => {
    const flood = async (client: string, times: number) => {
      const statuses = await Promise.all(
        Array.from({ length: times }, () => statusOf(shipped.origin, '/identity/confirm', { [TEST_CLIENT]: client })),
      );
      return Map.groupBy(statuses, (status) => status);
    };
    const statuses = await flood('2001:db8:2::1', 600);
    expect([...statuses.keys()].toSorted()).toEqual([400, 429]);
    expect(statuses.get(400)?.length).toBeGreaterThanOrEqual(120);
    expect([...(await flood('2001:db8:2:100::1', 20)).keys()]).toEqual([400]);
    expect([...(await flood('198.51.100.7', 20)).keys()]).toEqual([400]);
  });

  const EVENTS = '/api/v1/downloads/events?ids=0199a000-0000-7000-8000-000000000000';
  test.each(['at the proxy', 'at the site itself'])('has so many streams of events %s', async (where) => {
    const origin = where === 'at the proxy' ? shipped.origin : direct;
    // Towards the site, the address is what the proxy would write.
    const from = (n: number, network: string) => ({
      [where === 'at the proxy' ? TEST_CLIENT : 'x-forwarded-for']: `2001:db8:${network}${n % 10}:${n.toString(16)}::1`,
    });
    const answers = await Promise.all(Array.from({ length: 300 }, (_, n) => ask(origin, EVENTS, from(n, '3:aa0'))));
    const open = answers.filter(({ statusCode }) => statusCode === 200);
    expect(open).toHaveLength(networkLimits.streams.perNetwork);
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200, 429]));
    expect(await statusOf(origin, EVENTS, from(1, '3:ab0'))).toBe(200);
    for (const answer of answers) answer.destroy();
    // What is closed makes room.
    await expect.poll(() => statusOf(origin, EVENTS, from(1, '3:aa0'))).toBe(200);
  });
});
