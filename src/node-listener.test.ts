import { once } from 'node:events';
import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { nodeListener } from './node-listener.ts';

let http: Server;
let logged: unknown[];

beforeEach(async () => {
  logged = [];
  http = createServer(
    nodeListener(
      async ({ url }) => {
        const { host, pathname } = new URL(url);
        if (pathname === '/broken') throw new Error('cannot be answered');
        return new Response(host);
      },
      (error) => void logged.push(error),
    ),
  );
  http.listen(0, '127.0.0.1');
  await once(http, 'listening');
});
afterEach(() => void http.close());

async function statusOf(path: string, host: string): Promise<number | undefined> {
  const { port } = http.address() as AddressInfo;
  const asked = request({ port, path, headers: { host }, agent: false }).end();
  const [answer] = await once(asked, 'response');
  answer.resume();
  return answer.statusCode;
}

test('a request to a port that there cannot be is refused, and the next one is answered', async () => {
  expect(await statusOf('/', 'site.example:99999')).toBe(400);
  expect(await statusOf('/', 'site.example:8080')).toBe(200);
});

test('what cannot be answered is told and logged, and the next one is answered', async () => {
  expect(await statusOf('/broken', 'site.example')).toBe(500);
  expect(logged).toEqual([new Error('cannot be answered')]);
  expect(await statusOf('/', 'site.example')).toBe(200);
});
