import { expect, test } from 'vitest';
import { retryDelayMs, SERVICE_RETRY, withRetries } from './service-retry.ts';

const URL = 'http://service.example/x';
const NETWORK_TROUBLE = new TypeError('fetch failed');

type Outcome = Response | Error;

/** Sends one request to a service that answers so, and tells how often it was asked, after which pauses, and what came of it. */
async function send(outcomes: Outcome[], init: RequestInit = {}) {
  const [bodies, pauses]: [string[], number[]] = [[], []];
  const call = withRetries(
    async (request) => {
      bodies.push(await request.text());
      const outcome = outcomes[bodies.length - 1] ?? outcomes.at(-1);
      if (outcome instanceof Response) return outcome.clone();
      throw outcome;
    },
    { chance: () => 0.5, pause: async (delayMs) => void pauses.push(delayMs) },
  );
  const came = await call(new Request(URL, init)).then(
    ({ status }) => status,
    (error: unknown) => error,
  );
  return { bodies, pauses, came };
}

const named = (status: number, header: string) =>
  new Response(null, { status, headers: { 'x-amzn-errortype': header } });

test.each([
  ['network trouble', NETWORK_TROUBLE],
  ...[429, 500, 502, 503, 504].map((status): [string, Outcome] => [`${status}`, new Response(null, { status })]),
  ['throttling', named(400, 'ThrottlingException')],
  ['a timeout', Response.json({ code: 'RequestTimeout' }, { status: 400 })],
  ['clocks that differ', Response.json({ __type: 'com.amazon#RequestTimeTooSkewed' }, { status: 403 })],
  ['a signature of another time', named(400, 'InvalidSignatureException:http://x')],
] satisfies [string, Outcome][])('%s is tried again, three times in all', async (_what, outcome) => {
  expect(await send([outcome, outcome, new Response('ok')])).toEqual({
    bodies: ['', '', ''],
    pauses: [250, 450],
    came: 200,
  });
  const { bodies, came } = await send([outcome]);
  expect(bodies).toHaveLength(SERVICE_RETRY.attempts);
  expect(came).toBe(outcome instanceof Response ? outcome.status : outcome);
});

test.each([
  ['what is refused', new Response(null, { status: 403 })],
  ['what there is not', Response.json({ code: 'not_found' }, { status: 404 })],
  ['a bug', new Error('no')],
])('%s is not', async (_what, outcome) => {
  expect((await send([outcome])).bodies).toHaveLength(1);
});

test('what changes something is sent once, unless it is named; then whole each time', async () => {
  const order = { method: 'POST', body: 'order' };
  expect((await send([NETWORK_TROUBLE], order)).bodies).toEqual(['order']);
  expect((await send([new Response(null, { status: 503 })], { method: 'DELETE' })).bodies).toHaveLength(1);
  const again = await send([NETWORK_TROUBLE, new Response('ok')], { ...order, headers: { 'idempotency-key': 'a' } });
  expect(again).toMatchObject({ bodies: ['order', 'order'], came: 200 });
});

test('who says when to come back is believed, and nobody is kept waiting for long', async () => {
  const busy = (retryAfterS: string) => new Response(null, { status: 503, headers: { 'retry-after': retryAfterS } });
  expect(await send([busy('1'), new Response('ok')])).toMatchObject({ pauses: [1000], came: 200 });
  for (const later of ['600', 'Mon, 23 Nov 2026 12:00:00 GMT'])
    expect(await send([busy(later)])).toMatchObject({ bodies: [''], pauses: [], came: 503 });
});

test('a call that is given up is not repeated, not even where it waits already', async () => {
  const giveUp = new AbortController();
  let asked = 0;
  const call = withRetries(async () => {
    asked++;
    if (asked === 1) queueMicrotask(() => giveUp.abort(new Error('given up')));
    return new Response(null, { status: 503 });
  });
  await expect(call(new Request(URL, { signal: giveUp.signal }))).rejects.toThrow('given up');
  expect(asked).toBe(1);
});

test('pauses double from 200 ms on, by chance up to 100 ms more, and end at five minutes', () => {
  expect([1, 2, 3].map((repetition) => retryDelayMs(repetition, 0))).toEqual([200, 400, 800]);
  expect(retryDelayMs(1, 1)).toBe(300);
  expect(retryDelayMs(30, 1)).toBe(5 * 60_000);
});
