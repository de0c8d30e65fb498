import { createHash, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { startPlatforms } from '../../../../tests/platforms/server.ts';
import { API_KEY, startSite, type TestSite } from '../../../../tests/setup/site.ts';
import { ADDRESS_HEADER, VISITOR_HEADER } from '#/server/http/client.ts';
import { createLinkSigner } from '#/server/service/links/links.ts';
import { EmbeddedPostgres } from '#/server/store/embedded/embedded-postgres.ts';

const LINK = 'https://x.com/replica/status/1800000000000000001';
const FILM = 'http-832';
const CLIENTS = 200;
const LIMIT = 2;
const AN_HOUR_AHEAD_S = Math.floor(Date.now() / 1000) + 3600;

type Visitor = { id: string; cookie: string; address: string };
type Answer = { status: number | undefined; headers: Record<string, string | string[] | undefined>; body: Buffer };

let platforms: Awaited<ReturnType<typeof startPlatforms>>;
let site: TestSite;

beforeAll(async () => {
  platforms = await startPlatforms();
  const guest = { resolutions: LIMIT, downloads: LIMIT, gigabytesPerDay: 1, transfers: 3 };
  site = await startSite({ platforms, isEmbedded: true, works: false, limits: { guest } });
});
afterAll(async () => {
  await site.close();
  await platforms.close();
});

/** A browser with a cookie of its own, at an address of its own. */
function visitorAt(n: number): Visitor {
  const { visitorId: id, setCookie } = site.api.cookies.create({ isSecure: false });
  const address = `127.0.${1 + Math.floor(n / 200)}.${1 + (n % 200)}`;
  return { id, cookie: setCookie.split(';', 1)[0] ?? '', address };
}

async function ask({ cookie, address }: Visitor, method: 'GET' | 'HEAD', path: string): Promise<Answer> {
  const asking = request(site.origin + path, {
    method,
    agent: false,
    localAddress: address,
    headers: { cookie },
  }).end();
  const [response] = (await once(asking, 'response')) as [IncomingMessage];
  return { status: response.statusCode, headers: response.headers, body: await buffer(response) };
}

async function resolve({ id, address }: Visitor): Promise<Answer> {
  const response = await site.api.api(
    new Request('http://embedded/api/v1/resolve', {
      method: 'POST',
      headers: {
        'api-key': API_KEY,
        'content-type': 'application/json',
        [VISITOR_HEADER]: id,
        [ADDRESS_HEADER]: address,
      },
      body: JSON.stringify({ url: LINK }),
    }),
  );
  const body = Buffer.from(await response.arrayBuffer());
  return { status: response.status, headers: Object.fromEntries(response.headers), body };
}

/** All a visitor may do and one thing more, of which the server learns that it is too much. */
async function useUp(visitor: Visitor): Promise<void> {
  const gone = createLinkSigner(site.secret).sign({
    purpose: 'download',
    canonicalUrl: LINK,
    formatId: 'nothing',
    expiresAtS: AN_HOUR_AHEAD_S,
  });
  for (let n = 0; n <= LIMIT; n++) {
    await ask(visitor, 'GET', gone);
    await resolve(visitor);
  }
}

/** All at once, each by every way in. */
async function flood(visitors: readonly Visitor[], path: string): Promise<Answer[]> {
  const answers = visitors.map(async (visitor) => [
    await ask(visitor, 'GET', path),
    await ask(visitor, 'HEAD', path),
    await ask(visitor, 'GET', `${path}?d=${randomUUID()}`),
    await resolve(visitor),
  ]);
  return (await Promise.all(answers)).flat();
}

/** What the queue, and whoever looks after the platforms, ask by themselves every so often. */
const BY_ITSELF = /pgboss|\b(?:incidents|platform_reports|canaries|statistics|extractor_\w+)\b/;
/** What operators have set, which a server reads anew as a whole every so often. */
const READ_ANEW = /from "(?:rules|platform_switches|engine_settings)"$/;

/** What the embedded database is asked from here on, but for that. */
function watchQueries(): string[] {
  const { connection } = site.store;
  if (!(connection instanceof EmbeddedPostgres)) throw new Error('the database is not embedded');
  const asked: string[] = [];
  const query = connection.query.bind(connection);
  vi.spyOn(connection, 'query').mockImplementation((text, values, options) => {
    if (!BY_ITSELF.test(text)) asked.push(text);
    return query(text, values, options);
  });
  return asked;
}

test('200 clients over their limits are all told when to come back, cost no query, and keep no file from anybody', async () => {
  const resolved = await site.client.resolve(LINK);
  if (!resolved.ok) throw new Error(resolved.failure.code);
  const path = resolved.value.links[FILM] ?? '';
  const [first, second, ...clients] = Array.from({ length: CLIENTS + 2 }, (_, n) => visitorAt(n)) as [
    Visitor,
    Visitor,
    ...Visitor[],
  ];
  const before = await ask(first, 'GET', path);
  for (let n = 0; n < CLIENTS; n += 20) await Promise.all(clients.slice(n, n + 20).map(useUp));

  const asked = watchQueries();
  const alone = await flood(clients, path);
  expect(asked.filter((text) => !READ_ANEW.test(text))).toEqual([]);
  // By the clock: of requests it would be one for each.
  expect(asked.length).toBeLessThan(CLIENTS);

  platforms.knobs.throttleBytesPerS = 400_000;
  const downloading = ask(second, 'GET', path);
  const beside = await flood(clients, path);
  const file = await downloading;
  expect(file.status).toBe(200);
  expect(sha256(file.body)).toBe(sha256(before.body));

  for (const { status, headers } of [...alone, ...beside]) {
    expect(status).toBe(429);
    expect(Number(headers['retry-after'])).toBeGreaterThan(0);
    expect(headers).toMatchObject({
      'ratelimit-limit': String(LIMIT),
      'ratelimit-remaining': '0',
      'ratelimit-reset': headers['retry-after'],
      'ratelimit-policy': `${LIMIT};w=600`,
    });
  }
});

function sha256(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}
