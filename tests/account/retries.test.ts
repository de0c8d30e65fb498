import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Amplify } from 'aws-amplify';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { createSignInClient } from '#/account/cognito/sign-in-client.ts';
import { POOL } from '#/model/fixtures/identity-pool.ts';

/** How the client of the identity service takes what a service answers; the service is one that says what it is told to. */

type Told = { status: number; headers?: Record<string, string>; body: object };

let told: Told | 'nothing';
let asked = 0;
let service: Server;
const client = createSignInClient(POOL, 'http://localhost/');

beforeAll(async () => {
  service = createServer((request, response) => {
    asked += 1;
    if (told === 'nothing') return void request.socket.destroy();
    response.writeHead(told.status, told.headers).end(JSON.stringify(told.body));
  });
  service.listen(0, '127.0.0.1');
  await once(service, 'listening');
  const userPoolEndpoint = `http://127.0.0.1:${(service.address() as AddressInfo).port}/`;
  const { userPoolId, userPoolClientId } = POOL;
  Amplify.configure({ Auth: { Cognito: { userPoolId, userPoolClientId, userPoolEndpoint } } });
});
beforeEach(() => {
  asked = 0;
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(() => vi.useRealTimers());
afterAll(() => {
  service.closeAllConnections();
  service.close();
});

/** What is answered in the end; pauses pass quickly. */
async function ask<T>(call: () => Promise<T>): Promise<T> {
  const passing = setInterval(() => vi.advanceTimersByTime(50), 1);
  return call().finally(() => clearInterval(passing));
}

const reset = () => client.resetPassword({ username: 'ada' });
const named = (__type: string): Told => ({ status: 400, body: { __type, message: 'As it is worded.' } });

test.each<[string, Told | 'nothing']>([
  ['no answer', 'nothing'],
  ...[429, 500, 502, 503, 504].map((status): [string, Told] => [`status ${status}`, { status, body: {} }]),
  ...[
    'TooManyRequestsException',
    'ThrottlingException',
    'LimitExceededException',
    'RequestTimeout',
    'TimeoutError',
    'RequestTimeTooSkewed',
    'RequestExpired',
    'InvalidSignatureException',
    'SignatureDoesNotMatch',
  ].map((name): [string, Told] => [name, named(name)]),
])('%s is tried three times in all', async (_, given) => {
  told = given;
  expect(await ask(reset)).toMatchObject({ ok: false });
  expect(asked).toBe(3);
});

test.each(['NotAuthorizedException', 'CodeMismatchException', 'InvalidParameterException'])(
  '%s is an answer, and not tried again',
  async (name) => {
    told = named(name);
    expect(await ask(reset)).toEqual({ ok: false, error: { code: name, message: 'As it is worded.' } });
    expect(asked).toBe(1);
  },
);

test.each([
  [0, [200, 400]],
  [0.99, [299, 499]],
])('the pause grows from 200 ms, with up to 100 ms by chance: %d', async (chance, pauses) => {
  told = { status: 503, body: {} };
  vi.spyOn(Math, 'random').mockReturnValue(chance);
  const waits = vi.spyOn(globalThis, 'setTimeout');
  await ask(reset);
  // The connection has times of its own, of seconds.
  const waited = waits.mock.calls.map(([, ms = 0]) => Math.round(ms));
  expect(waited.filter((ms) => ms >= 100 && ms < 1000)).toEqual(pauses);
});

test('an error is read from the header, from __type or from code, with its message', async () => {
  const name = 'CodeMismatchException';
  const message = 'As it is worded.';
  for (const given of [
    { headers: { 'x-amzn-errortype': `${name}:http://internal/` }, body: { message } },
    { body: { __type: `com.amazonaws#${name}`, message } },
    { body: { code: name, message } },
  ]) {
    told = { status: 400, ...given };
    expect(await ask(reset)).toEqual({ ok: false, error: { code: name, message } });
  }
});
