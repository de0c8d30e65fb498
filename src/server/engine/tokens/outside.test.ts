import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createOutsideProvider } from './outside.ts';
import type { TokenProvider } from './provider.ts';

const ROUTE = { name: 'eu', localAddress: null };
const TOKEN = 'bG9uZ2Vub3VnaGZvcmF0b2tlbg==';
const PASSWORD = 'pl4nted';
const NOW_MS = Date.parse('2026-11-23T08:00:00Z');

let server: Server;
let provider: TokenProvider;
let asked: { path: string | undefined; body: unknown }[];
let said: { status?: number; headers?: Record<string, string>; body: string };
let logged: string[];

beforeEach(async () => {
  [asked, logged] = [[], []];
  server = createServer(async (req, res) => {
    asked.push({ path: req.url, body: await bodyOf(req) });
    res.writeHead(said.status ?? 200, said.headers).end(said.body);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  provider = createOutsideProvider({
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    egress: { proxyUrlOf: ({ name }) => `http://route.${name}:${PASSWORD}@127.0.0.1:9` },
    log: (line) => logged.push(line),
    instant: () => NOW_MS,
  });
});
afterEach(async () => {
  await provider.close();
  server.closeAllConnections();
  server.close();
});

async function bodyOf(req: IncomingMessage): Promise<unknown> {
  const parts: Buffer[] = [];
  for await (const part of req as AsyncIterable<Buffer>) parts.push(part);
  return parts.length > 0 ? JSON.parse(Buffer.concat(parts).toString()) : null;
}

test('is asked for a token by the way that it is for, and says until when it is good', async () => {
  said = { body: JSON.stringify({ poToken: TOKEN, contentBinding: 'video', expiresAt: '2026-11-23T14:00:00.000Z' }) };
  const minted = { ok: true, value: { token: TOKEN, lifeMs: 6 * 60 * 60_000 } };
  expect(await provider.mint(ROUTE, 'video')).toEqual(minted);
  const proxy = `http://route.eu:${PASSWORD}@127.0.0.1:9`;
  expect(asked).toEqual([{ path: '/get_pot', body: { content_binding: 'video', proxy, bypass_cache: true } }]);
  said = { body: JSON.stringify({ poToken: TOKEN }) };
  expect(await provider.mint(ROUTE, 'video')).toEqual(minted);
});

test.each([
  ['an error', { status: 500, body: JSON.stringify({ error: `${PASSWORD} ${TOKEN}` }) }],
  ['no token', { body: JSON.stringify({ contentBinding: 'video' }) }],
  ['a token that is none', { body: JSON.stringify({ poToken: 'no token & more' }) }],
  ['a token whose time is over', { body: JSON.stringify({ poToken: TOKEN, expiresAt: '2026-11-23T08:00:00Z' }) }],
  ['no JSON', { body: `<h1>${TOKEN}</h1>` }],
  ['too much', { body: JSON.stringify({ poToken: TOKEN, more: 'a'.repeat(100_000) }) }],
  ['another address', { status: 302, headers: { location: 'http://127.0.0.1:9/' }, body: '' }],
])('who answers %s makes none, and the operator is told without what was said', async (_, answer) => {
  said = answer;
  expect(await provider.mint(ROUTE, 'video')).toMatchObject({ failure: { code: 'engine_misconfigured' } });
  expect(logged).toHaveLength(1);
  expect(logged[0]).toMatch(/POT_PROVIDER_URL (answers 500|gives|is not reached|says)/);
  expect(logged[0]).not.toMatch(new RegExp(`${PASSWORD}|${TOKEN}`));
});

test('whether it is there is told by its own word for it', async () => {
  said = { body: JSON.stringify({ server_uptime: 1.5, version: '1.3.1' }) };
  expect(await provider.check()).toBeNull();
  said = { body: '{}' };
  expect(await provider.check()).toBe('answers 200, and not as such providers do');
  server.closeAllConnections();
  server.close();
  expect(await provider.check()).toBe('is not reached');
});
