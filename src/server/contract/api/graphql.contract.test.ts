import { buildClientSchema, getIntrospectionQuery, isEnumType } from 'graphql';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { ApiKeyScopes, NewApiKey } from '#/model/api-key.ts';
import { FAILURE_CODES } from '#/model/failure.ts';
import { PLATFORMS } from '#/model/platform.ts';
import { startPlatforms } from '../../../../tests/platforms/server.ts';
import { type GraphqlClient, graphqlClient } from '../../../../tests/setup/graphql-client.ts';
import { API_KEY, startSite, type TestSite } from '../../../../tests/setup/site.ts';
import { createAuditLog } from '#/server/store/tables/audit.ts';
import { createSwitchRepository } from '#/server/store/tables/platform-switches.ts';
import { createRuleRepository } from '#/server/store/tables/rules.ts';

const TWITTER = 'https://x.com/replica/status/1800000000000000001';
const TIKTOK = 'https://www.tiktok.com/@replica.user/video/7400000000000000001';
const SHORT = 'https://vm.tiktok.com/ZMreplica1/';
const PAGE = 'https://app.example';
const ALL: ApiKeyScopes = { platforms: null, networks: null, actions: ['resolve', 'download', 'read'] };

const TITLE = 'query Title($url: String!) { media(url: $url) { title } }';
const MEDIA = `query ($url: String!) { media(url: $url) {
  platform id title durationS author { name url } thumbnailLink expiresAt canConvert
  formats { id kind container heightPx size { bytes exact } link shownLink recommended }
} }`;

let platforms: Awaited<ReturnType<typeof startPlatforms>>;
let site: TestSite;
let told: TestSite;
let client: GraphqlClient;
const log: string[] = [];

beforeAll(async () => {
  platforms = await startPlatforms();
  site = await startSite({ platforms, corsOrigins: [PAGE], log: (line) => log.push(line) });
  told = await startSite({ platforms, works: false, graphql: { introspection: true } });
  client = clientOf((await create()).secret);
});
afterAll(async () => {
  await site.close();
  await told.close();
  await platforms.close();
});
beforeEach(() => {
  platforms.reset();
  log.length = 0;
});

const clientOf = (secret: string, { origin } = site) => graphqlClient(origin, secret);

async function create(changes: Partial<NewApiKey> = {}) {
  const wanted = { name: 'test', scopes: ALL, limits: {}, expiresAt: null, hasWebhooks: false, ...changes };
  const created = await site.api.apiKeys.create(null, wanted);
  if (!created.ok) throw new Error(created.failure.code);
  return created.value;
}
const scoped = async (changes: Partial<ApiKeyScopes>) =>
  clientOf((await create({ scopes: { ...ALL, ...changes } })).secret);

describe('queries', () => {
  test('tell of a link what the other API tells, with signed links that give the bytes', async () => {
    const { data, errors, headers, text } = await client.ask(MEDIA, { url: TWITTER });
    expect(errors).toEqual([]);
    const resolved = await site.client.resolve(TWITTER);
    if (!resolved.ok) throw new Error(resolved.failure.code);
    const { media } = resolved.value;
    expect(data.media).toMatchObject({ platform: 'twitter', title: media.title, durationS: media.durationS });
    expect(data.media.formats.map(({ id }: { id: string }) => id)).toEqual(media.formats.map(({ id }) => id));
    const film = data.media.formats.find(({ id }: { id: string }) => id === 'http-832');
    expect(film).toMatchObject({ kind: 'video_audio', container: 'mp4' });
    const bytes = await (await fetch(site.origin + film.link)).arrayBuffer();
    expect(bytes.byteLength).toBe(film.size.bytes);
    const played = data.media.formats.filter(({ kind, shownLink }: typeof film) => kind === 'video_audio' && shownLink);
    expect(played).toHaveLength(1);
    const shown = await fetch(site.origin + played[0].shownLink, { method: 'HEAD' });
    expect([shown.status, shown.headers.get('content-type')]).toEqual([200, 'video/mp4']);
    expect((await fetch(site.origin + data.media.thumbnailLink, { method: 'HEAD' })).status).toBe(200);
    expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect([headers.get('cache-control'), headers.get('x-content-type-options')]).toEqual(['no-store', 'nosniff']);
    expect(text).not.toContain('twimg');
  });

  test('tell a list page by page, as the other API does', async () => {
    const link = 'https://www.youtube.com/@replicachannel';
    const query = `query ($url: String!, $from: Int) { media(url: $url, from: $from) {
      itemCount nextFrom lists { kind link isThis } items { index link thumbnailLink }
    } }`;
    const first = await client.ask(query, { url: link });
    expect([first.errors, first.data.media.itemCount, first.data.media.nextFrom]).toEqual([[], null, 31]);
    const second = await client.ask(query, { url: link, from: 31 });
    const resolved = await site.client.resolve(link, { from: 31 });
    if (!resolved.ok) throw new Error(resolved.failure.code);
    const { items, nextFrom, lists } = resolved.value.media;
    const places = second.data.media.items.map(({ index }: { index: number }) => index);
    expect(places).toEqual(items.map(({ index }) => index));
    expect([places[0], second.data.media.nextFrom, nextFrom]).toEqual([31, 61, 61]);
    expect(second.data.media.lists).toEqual(lists);
    // A picture of a page that is not the first is found, too.
    const picture = await fetch(site.origin + second.data.media.items[0].thumbnailLink, { method: 'HEAD' });
    expect(picture.status).toBe(200);
  });

  test('tell how the platforms do, with what the operator says in the language that is asked for', async () => {
    const switches = createSwitchRepository(site.store, createAuditLog(site.store));
    const notice = { en: 'Back soon', ro: 'Revenim curând' };
    await switches.turn({ platform: 'facebook', isOn: false, notice }, 'user:ann');
    await site.controls.refresh('switches');
    const { data, errors } = await client.ask(`{
      platforms { id state checkedAt reason { code } notice ro: notice(language: ro) successRate { hours days } }
      platform(id: tiktok) { id state hours { startsAt state successRate } }
    }`);
    expect(errors).toEqual([]);
    expect(data.platforms.map(({ id }: { id: string }) => id)).toEqual(PLATFORMS);
    expect(data.platforms[0]).toMatchObject({
      state: 'unavailable',
      reason: { code: 'platform_off' },
      notice: 'Back soon',
      ro: 'Revenim curând',
    });
    expect(data.platform).toMatchObject({ id: 'tiktok', state: 'working' });
    expect(data.platform.hours).toHaveLength(24);
  });

  test('come by GET as well, with their variables in the address', async () => {
    const search = new URLSearchParams({ query: TITLE, variables: JSON.stringify({ url: TWITTER }) });
    const get = (method: string) =>
      fetch(`${site.origin}/api/graphql?${search}`, { method, headers: { 'api-key': API_KEY } });
    const answer = await get('GET');
    expect([answer.status, (await answer.json()).data.media.title]).toEqual([200, expect.any(String)]);
    const head = await get('HEAD');
    expect([head.status, await head.text()]).toEqual([200, '']);
    expect(head.headers.get('content-type')).toBe(answer.headers.get('content-type'));
  });

  test('of everything about a link are within the limits, and so are ten links at once', async () => {
    const { data } = await clientOf(API_KEY, told).ask(getIntrospectionQuery());
    const types = Object.values(buildClientSchema(data).getTypeMap());
    const everything = (name: string): string => {
      const type = types.find((one) => one.name === name);
      if (!type || !('getFields' in type)) return '';
      const fields = Object.values(type.getFields());
      return `{ ${fields.map((field) => `${field.name} ${everything(String(field.type).replaceAll(/\W/g, ''))}`).join(' ')} }`;
    };
    const whole = `query ($url: String!) { media(url: $url) ${everything('Media')} }`;
    expect((await client.ask(whole, { url: TWITTER })).errors).toEqual([]);
    expect(
      (await client.ask(`{ platforms ${everything('PlatformStatus')} usage ${everything('Usage')} }`)).errors,
    ).toEqual([]);
    const ten = Array.from(
      { length: 10 },
      (_, n) => `m${n}: media(url: $url) { title formats { id link size { bytes } } }`,
    );
    const { data: links, errors } = await client.ask(`query ($url: String!) { ${ten.join(' ')} }`, { url: TWITTER });
    expect([Object.keys(links).length, errors]).toEqual([10, []]);
  });
});

describe('errors', () => {
  test('have our codes, and leave the rest of the answer', async () => {
    const link = 'https://www.youtube.com/watch?v=Private0001';
    const { status, data, errors } = await client.ask(
      `query ($url: String!) { media(url: $url) { id } usage { bytes { limit } } }`,
      {
        url: link,
      },
    );
    expect([status, data.media, data.usage.bytes.limit]).toEqual([200, null, expect.any(Number)]);
    expect(errors).toEqual([
      {
        message: 'private',
        path: ['media'],
        locations: expect.anything(),
        extensions: { code: 'private', platform: 'youtube' },
      },
    ]);
    const premiere = await client.ask(TITLE, { url: 'https://www.youtube.com/watch?v=Premiere001' });
    expect(premiere.errors[0]?.extensions).toEqual({
      code: 'live_upcoming',
      platform: 'youtube',
      startsAt: new Date(platforms.knobs.premiereAt).toISOString(),
      mediaTitle: 'Replica premiere: the night ferry',
    });
    for (const url of ['', 'nothing', `https://x.com/${'a'.repeat(5_000)}`])
      expect(FAILURE_CODES).toContain((await client.ask(TITLE, { url })).codes[0]);
    expect((await client.ask('{ download(id: "nobody") { id } }')).codes).toEqual(['download_unknown']);
    expect((await client.ask('{ downloads(cursor: "bent") { cursor } }')).codes).toEqual(['invalid_request']);
  });

  test('of a link that is taken down, and of a platform that is off', async () => {
    const rules = createRuleRepository(site.store, createAuditLog(site.store));
    const rule = await rules.add({ kind: 'url', platform: 'twitter', value: TWITTER, reason: '' }, 'user:ann');
    await site.controls.refresh('rules');
    const { data, errors } = await client.ask(TITLE, { url: TWITTER });
    expect([data.media, errors[0]?.extensions]).toEqual([null, { code: 'taken_down', platform: 'twitter' }]);
    await rules.remove(rule?.id ?? '', 'user:ann');
    await site.controls.refresh('rules');
    expect((await client.ask(TITLE, { url: TWITTER })).errors).toEqual([]);
  });

  test('of what nobody expected say nothing of it', async () => {
    await site.store.query('alter table downloads rename to hidden_downloads');
    try {
      const { status, errors, text } = await client.ask('{ downloads { cursor } }');
      expect([status, errors[0]?.message, errors[0]?.extensions]).toEqual([200, 'internal', { code: 'internal' }]);
      expect(text).not.toMatch(/relation|select|at .*\.ts/);
      expect(log.join('\n')).toContain('downloads');
    } finally {
      await site.store.query('alter table hidden_downloads rename to downloads');
    }
  });

  test('of documents that are none are the caller’s', async () => {
    for (const query of ['', '{', 'subscription', '{ nothing }', '{ media { title } }', '{ media(url: 1) { title } }'])
      expect((await client.ask(query)).codes[0]).toBe('invalid_request');
    expect((await client.ask(TITLE, { url: null })).codes).toEqual(['invalid_request']);
    expect((await client.ask('{ medja(url: "") { title } }')).errors[0]?.message).not.toContain('media');
    const strict = { accept: 'application/graphql-response+json' };
    const refused = await client.ask('{ nothing }', {}, strict);
    expect([refused.status, refused.headers.get('content-type')]).toEqual([400, `${strict.accept}; charset=utf-8`]);
  });

  test('of bodies that are none', async () => {
    for (const body of [
      '',
      '{',
      '[]',
      '[{"query":"{ usage { bytes { limit } } }"}]',
      'null',
      '"{ usage }"',
      '{"query":1}',
    ]) {
      const { status, codes } = await client.send(body);
      expect([body, status, codes]).toEqual([body, 400, ['invalid_request']]);
    }
    const more = { query: '{ platforms { id } }', operationName: null, variables: null, extensions: {}, more: 1 };
    expect((await client.send(JSON.stringify(more))).errors).toEqual([]);
    const large = await client.send(
      JSON.stringify({ query: '{ platforms { id } }', variables: { a: 'x'.repeat(200_000) } }),
    );
    expect([large.status, large.codes]).toEqual([413, ['request_too_large']]);
    for (const type of [
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
      'application/graphql',
    ]) {
      const { status, codes } = await client.send('{"query":"{ platforms { id } }"}', { 'content-type': type });
      expect([type, status, codes]).toEqual([type, 415, ['not_acceptable']]);
    }
  });
});

describe('what may be asked', () => {
  const refused = async (query: string, why: RegExp) => {
    const { codes, data, errors } = await client.ask(query);
    expect([codes, data]).toEqual([['request_too_large'], undefined]);
    expect(errors[0]?.message).toMatch(why);
  };
  const usage = 'usage { bytes { limit } }';

  test('is not too deep, also through fragments', async () => {
    const nested = (times: number, inner: string) => `${'a { '.repeat(times)} ${inner} ${'} '.repeat(times)}`;
    await refused(`{ ${nested(9, 'b')} }`, /depth/i);
    await refused(`{ ${nested(5, '...f')} } fragment f on Query { ${nested(5, 'b')} }`, /depth/i);
    const chain = Array.from({ length: 12 }, (_, n) => `fragment f${n} on Query { ...f${n + 1} }`);
    expect((await client.ask(`{ ...f0 } ${chain.join(' ')} fragment f12 on Query { ${usage} }`)).errors).toEqual([]);
  });

  test('is not the same many times, under other names or in fragments of fragments', async () => {
    await refused(`{ ${Array.from({ length: 11 }, (_, n) => `a${n}: ${usage}`).join(' ')} }`, /alias/i);
    const doubled = Array.from({ length: 5 }, (_, n) => `fragment f${n} on Query { ...f${n + 1} ...f${n + 1} }`);
    await refused(`{ ...f0 } ${doubled.join(' ')} fragment f5 on Query { a: ${usage} }`, /alias/i);
  });

  test('is not too dear or too long', async () => {
    await refused(`{ ${'platforms { days { startsAt state successRate } } '.repeat(100)} }`, /cost/i);
    await refused(`{ ${'# '.repeat(9_000)}\n ${usage} }`, /characters/);
    const variables = Array.from({ length: 900 }, (_, n) => `$v${n}: Int`);
    await refused(`query (${variables.join(' ')}) { ${usage} }`, /tokens/);
  });

  test('ends soon, whatever it is', async () => {
    const cyclic = 'fragment f on Query { ...g } fragment g on Query { ...f }';
    for (const query of [`{ ...f } ${cyclic}`, '{'.repeat(100_000), `{ ${`${usage} `.repeat(60)} }`, '"'.repeat(9_000)])
      expect((await client.ask(query)).status).toBeLessThan(500);
  });

  test('is the schema only where the operator lets it be', async () => {
    for (const query of ['{ __schema { types { name } } }', '{ __type(name: "Media") { name } }'])
      expect((await client.ask(query)).codes[0]).toBe('invalid_request');
    expect((await client.ask('{ __typename }')).data).toEqual({ __typename: 'Query' });
    const { data, errors } = await clientOf(API_KEY, told).ask(getIntrospectionQuery());
    expect(errors).toEqual([]);
    const platform = buildClientSchema(data).getType('Platform');
    expect(isEnumType(platform) && platform.getValues().map(({ name }) => name)).toEqual(PLATFORMS);
    const nested =
      '{ __schema { types { fields { type { fields { type { fields { type { fields { name } } } } } } } } } }';
    expect((await clientOf(API_KEY, told).ask(nested)).codes[0]).toBe('invalid_request');
  });
});

describe('a key', () => {
  const ask = (headers: Record<string, string>) => clientOf('').ask('{ usage { bytes { limit } } }', {}, headers);

  test('is needed, by any of three headers', async () => {
    const { secret } = await create();
    const brought: Record<string, string>[] = [
      { 'x-api-key': secret },
      { 'api-key': secret },
      { authorization: `Api-Key ${secret}` },
    ];
    for (const headers of brought) expect((await ask(headers)).errors).toEqual([]);
    for (const key of ['', 'wrong', `${secret}x`]) {
      const { status, codes, data } = await ask({ 'x-api-key': key });
      expect([status, codes, data]).toEqual([401, ['unauthorized'], undefined]);
    }
    expect((await ask({ authorization: `Bearer ${secret}` })).status).toBe(401);
    const { status } = await fetch(`${site.origin}/api/graphql?query={platforms{id}}`);
    expect(status).toBe(401);
  });

  test('is refused when it has expired or was revoked', async () => {
    const { key, secret } = await create({ expiresAt: '2999-01-01T00:00:00.000Z' });
    await site.store.query('update api_keys set expires_at = now() where id = $1', [key.id]);
    expect((await ask({ 'x-api-key': secret })).codes).toEqual(['unauthorized']);
    const other = await create();
    expect((await ask({ 'x-api-key': other.secret })).status).toBe(200);
    await site.api.apiKeys.revoke(null, other.key.id);
    // Who is not told remembers a key for five seconds.
    await expect.poll(async () => (await ask({ 'x-api-key': other.secret })).status).toBe(401);
  });

  test('may do only what it is for', async () => {
    const reader = await scoped({ actions: ['read'] });
    const { data, codes } = await reader.ask(
      `query ($url: String!) { media(url: $url) { id } downloads { cursor } platforms { id } }`,
      {
        url: TWITTER,
      },
    );
    expect([data.media, data.downloads, data.platforms.length, codes]).toEqual([
      null,
      { cursor: null },
      5,
      ['forbidden'],
    ]);
    const start = 'mutation { startDownload(link: "/api/video/x") { id } }';
    expect((await reader.ask(start)).codes).toEqual(['forbidden']);
    const id = '0b5b7a52-7f0e-4f3e-8a54-6d1c2b3a4f50';
    expect((await reader.ask(`mutation { cancelDownload(id: "${id}") }`)).codes).toEqual(['forbidden']);
    const resolver = await scoped({ actions: ['resolve'] });
    for (const query of [
      '{ usage { bytes { limit } } }',
      `{ download(id: "${id}") { id } }`,
      '{ downloads { cursor } }',
    ])
      expect((await resolver.ask(query)).codes).toEqual(['forbidden']);
    expect((await resolver.subscribe(`subscription { downloadProgress(id: "${id}") { id } }`, {})).status).toBe(200);
  });

  test('is for its platforms only, by short links too, and works from its networks only', async () => {
    const twitter = await scoped({ platforms: ['twitter'] });
    expect((await twitter.ask(TITLE, { url: TWITTER })).errors).toEqual([]);
    for (const url of [TIKTOK, SHORT, ` ${TIKTOK} `])
      expect((await twitter.ask(TITLE, { url })).errors[0]?.extensions).toEqual({
        code: 'forbidden',
        platform: 'tiktok',
      });
    const elsewhere = await scoped({ networks: ['203.0.113.0/24'] });
    const { status, codes } = await elsewhere.ask(TITLE, { url: TWITTER });
    expect([status, codes]).toEqual([403, ['forbidden']]);
  });

  test('has its limits here as elsewhere, and they are told', async () => {
    const { key, secret } = await create({ limits: { resolutions: 2 } });
    const own = clientOf(secret);
    const remaining = ({ headers }: { headers: Headers }) => headers.get('ratelimit-remaining');
    expect(remaining(await own.ask(TITLE, { url: TWITTER }))).toBe('1');
    const { data, codes, errors, headers } = await own.ask(
      `query ($url: String!) { a: media(url: $url) { id } b: media(url: $url) { id } }`,
      {
        url: TWITTER,
      },
    );
    expect([[data.a, data.b].filter(Boolean).length, codes]).toEqual([1, ['limit_reached']]);
    expect(errors[0]?.extensions.retryAfterS).toBeGreaterThan(0);
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    const left = await own.ask('{ usage { resolutions { limit remaining } } }');
    expect(left.data.usage.resolutions).toEqual({ limit: 2, remaining: 0 });
    const listed = (await site.api.apiKeys.list(null)).find((one) => one.key.id === key.id);
    expect(listed?.usage.resolutions).toMatchObject({ limit: 2, remaining: 0 });
  });
});

describe('from a browser', () => {
  const url = () => `${site.origin}/api/graphql`;

  test('pages of allowed origins may ask, with the headers of AppSync’s clients; no others', async () => {
    const preflight = (origin: string) =>
      fetch(url(), {
        method: 'OPTIONS',
        headers: { origin, 'access-control-request-method': 'POST', 'access-control-request-headers': 'x-api-key' },
      });
    const { status, headers } = await preflight(PAGE);
    expect([status, headers.get('access-control-allow-origin')]).toEqual([204, PAGE]);
    for (const name of ['x-api-key', 'x-amz-user-agent', 'content-type'])
      expect(headers.get('access-control-allow-headers')).toContain(name);
    expect((await preflight('https://evil.example')).headers.get('access-control-allow-origin')).toBeNull();
    const answer = await client.ask('{ platforms { id } }', {}, { origin: PAGE });
    expect(answer.headers.get('access-control-allow-origin')).toBe(PAGE);
    expect(answer.headers.get('access-control-allow-credentials')).toBeNull();
  });

  test('nothing is changed by an address, and methods that are none are told', async () => {
    const query = 'mutation { cancelDownload(id: "0b5b7a52-7f0e-4f3e-8a54-6d1c2b3a4f50") }';
    const answer = await fetch(`${url()}?${new URLSearchParams({ query })}`, { headers: { 'x-api-key': API_KEY } });
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'POST']);
    for (const method of ['PUT', 'DELETE', 'PATCH']) {
      const { status, headers } = await fetch(url(), { method, headers: { 'x-api-key': API_KEY } });
      expect([status, headers.get('allow')]).toEqual([405, 'GET, HEAD, POST, OPTIONS']);
    }
    const options = await fetch(url(), { method: 'OPTIONS' });
    expect([options.status, options.headers.get('allow')]).toEqual([204, 'GET, HEAD, POST, OPTIONS']);
    const page = await fetch(url(), { headers: { 'x-api-key': API_KEY, accept: 'text/html' } });
    expect(page.headers.get('content-type') ?? '').not.toContain('html');
  });
});
