import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startPlatforms } from '../../../../tests/platforms/server.ts';
import { type GraphqlClient, graphqlClient, type Subscription } from '../../../../tests/setup/graphql-client.ts';
import { startSite, type TestSite } from '../../../../tests/setup/site.ts';

const TWITTER = 'https://x.com/replica/status/1800000000000000001';
const FILM = 'http-832';
/** As many as one key may follow at the same time. */
const MOST_OF_CALLER = 20;

const MEDIA = 'query ($url: String!) { media(url: $url) { formats { id link } } }';
const START = 'mutation ($link: String!) { startDownload(link: $link) { id state isKept title } }';
const CANCEL = 'mutation ($id: ID!) { cancelDownload(id: $id) }';
const DOWNLOAD =
  'query ($id: ID!) { download(id: $id) { id state totalBytes file { link name bytes } failure { code } } }';
const PROGRESS =
  'subscription ($id: ID!) { downloadProgress(id: $id) { id state receivedBytes totalBytes file { link bytes } failure { code } } }';

let platforms: Awaited<ReturnType<typeof startPlatforms>>;
let site: TestSite;
/** Makes no files: what is started there waits. */
let waiting: TestSite;

beforeAll(async () => {
  platforms = await startPlatforms();
  site = await startSite({ platforms });
  waiting = await startSite({ platforms, works: false });
});
beforeEach(() => platforms.reset());
afterAll(async () => {
  await site.close();
  await waiting.close();
  await platforms.close();
});

async function clientOf({ api, origin }: TestSite): Promise<GraphqlClient> {
  const scopes = {
    platforms: null,
    networks: null,
    actions: ['resolve' as const, 'download' as const, 'read' as const],
  };
  const created = await api.apiKeys.create(null, {
    name: 'test',
    scopes,
    limits: {},
    expiresAt: null,
    hasWebhooks: false,
  });
  if (!created.ok) throw new Error(created.failure.code);
  return graphqlClient(origin, created.value.secret);
}

async function start(client: GraphqlClient): Promise<string> {
  const { data } = await client.ask(MEDIA, { url: TWITTER });
  const { link } = data.media.formats.find(({ id }: { id: string }) => id === FILM);
  const started = await client.ask(START, { link });
  expect(started.errors).toEqual([]);
  expect(started.data.startDownload).toMatchObject({ isKept: true, state: expect.stringMatching(/queued|preparing/) });
  return started.data.startDownload.id;
}

const statesOf = ({ seen }: Subscription) => seen.map(({ data }) => data.downloadProgress.state);
const stateOf = (followed: Subscription) => statesOf(followed).at(-1);
const codesOf = ({ seen }: Subscription) =>
  seen.flatMap(({ errors = [] }) => errors.map(({ extensions }: { extensions: { code: string } }) => extensions.code));

describe('a kept download', () => {
  test('is started, followed to its end and fetched', async () => {
    const client = await clientOf(site);
    const id = await start(client);
    platforms.knobs.throttleBytesPerS = 300_000;
    const followed = await client.subscribe(PROGRESS, { id });
    expect([followed.status, followed.headers.get('content-type')]).toEqual([200, 'text/event-stream']);
    expect([followed.headers.get('x-accel-buffering'), followed.headers.get('content-encoding')]).toEqual(['no', null]);
    await expect.poll(followed.isComplete).toBe(true);
    expect(codesOf(followed)).toEqual([]);
    expect(statesOf(followed)).toContain('preparing');
    const last = followed.seen.at(-1).data.downloadProgress;
    expect(last).toMatchObject({ id, state: 'ready', failure: null });
    const bytes = await (await fetch(site.origin + last.file.link)).arrayBuffer();
    expect([bytes.byteLength, bytes.byteLength]).toEqual([last.totalBytes, last.file.bytes]);
    const { data } = await client.ask(
      '{ downloads(state: ready) { downloads { id title platform canonicalUrl } cursor } }',
    );
    expect(data.downloads).toMatchObject({ downloads: [{ id, platform: 'twitter' }], cursor: null });
    // Who comes later is told how it ended.
    const late = await client.subscribe(PROGRESS, { id });
    await expect.poll(late.isComplete).toBe(true);
    expect(stateOf(late)).toBe('ready');
  });

  test('is its key’s alone, and can be cancelled', async () => {
    const [client, other] = [await clientOf(waiting), await clientOf(waiting)];
    const id = await start(client);
    const followed = await client.subscribe(PROGRESS, { id });
    await expect.poll(() => stateOf(followed)).toBe('queued');
    const foreign = await other.subscribe(PROGRESS, { id });
    await expect.poll(foreign.isComplete).toBe(true);
    expect(codesOf(foreign)).toEqual(['download_unknown']);
    for (const query of [DOWNLOAD, CANCEL])
      expect((await other.ask(query, { id })).codes).toEqual(['download_unknown']);
    expect((await client.ask(DOWNLOAD, { id })).data.download.state).toBe('queued');
    expect((await client.ask(CANCEL, { id })).data).toEqual({ cancelDownload: true });
    await expect.poll(followed.isComplete).toBe(true);
    expect(stateOf(followed)).toBe('cancelled');
    expect((await client.ask(START, { link: '/api/video/bent' })).codes).toEqual(['link_invalid']);
    expect((await client.ask(START, { link: 'https://x.com/' })).codes).toEqual(['invalid_request']);
  });
});

describe('open subscriptions', () => {
  test('are so many and no more for a key, and those whose clients left count no longer', async () => {
    const client = await clientOf(waiting);
    const id = await start(client);
    for (let round = 1; round <= 3; round++) {
      const open: Subscription[] = [];
      const openMore = async () => {
        while (open.length < MOST_OF_CALLER) {
          const next = await client.subscribe(PROGRESS, { id });
          await expect.poll(() => next.seen.length).toBeGreaterThan(0);
          if (codesOf(next).length > 0) break;
          open.push(next);
        }
        return open.length;
      };
      // The server hears a moment later that a client has left.
      await expect.poll(openMore).toBe(MOST_OF_CALLER);
      const further = await client.subscribe(PROGRESS, { id });
      await expect.poll(further.isComplete).toBe(true);
      expect(codesOf(further)).toEqual(['limit_reached']);
      const other = await clientOf(waiting);
      const others = await other.subscribe(PROGRESS, { id: await start(other) });
      await expect.poll(() => stateOf(others)).toBe('queued');
      others.leave();
      for (const { leave } of open) leave();
    }
  });

  test('by HEAD are none', async () => {
    const client = await clientOf(waiting);
    const id = await start(client);
    const search = new URLSearchParams({ query: PROGRESS, variables: JSON.stringify({ id }) });
    const headers = { 'x-api-key': client.key, accept: 'text/event-stream' };
    for (let count = 0; count <= MOST_OF_CALLER; count++) {
      const head = await fetch(`${waiting.origin}/api/graphql?${search}`, { method: 'HEAD', headers });
      expect([head.status, head.headers.get('content-type')]).toEqual([200, 'text/event-stream']);
    }
    const followed = await client.subscribe(PROGRESS, { id });
    await expect.poll(() => stateOf(followed)).toBe('queued');
    followed.leave();
  });

  test('end with the server', async () => {
    const leaving = await startSite({ platforms, works: false });
    const client = await clientOf(leaving);
    const id = await start(client);
    const followed = await client.subscribe(PROGRESS, { id });
    await expect.poll(() => stateOf(followed)).toBe('queued');
    await leaving.close();
    await expect.poll(followed.isComplete).toBe(true);
  });

  test('cannot be had where no events are taken', async () => {
    const client = await clientOf(waiting);
    const id = await start(client);
    const answer = await fetch(`${waiting.origin}/api/graphql`, {
      method: 'POST',
      headers: { 'x-api-key': 'wrong', 'content-type': 'application/json', accept: 'text/event-stream' },
      body: JSON.stringify({ query: PROGRESS, variables: { id } }),
    });
    expect([answer.status, (await answer.json()).errors[0].extensions.code]).toEqual([401, 'unauthorized']);
  });
});
