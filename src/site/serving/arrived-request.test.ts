import { expect, test } from 'vitest';
import { arrivedRequest } from './arrived-request.ts';

const URL = 'https://clipferry.example/_serverFn/1';

/** A request whose body breaks off, after its sender left or for another reason. */
function broken(signal: AbortSignal): Request {
  const body = new ReadableStream({ pull: (controller) => controller.error(new Error('aborted')) });
  return new Request(URL, { method: 'POST', body, signal, duplex: 'half' } as RequestInit);
}

async function arriving(request: Request): Promise<Request> {
  const arrived = await arrivedRequest(request);
  if (arrived instanceof Response) throw new Error(`answered ${arrived.status}`);
  return arrived;
}

test('a body that is here goes on, with all that came with it', async () => {
  const leaving = new AbortController();
  const headers = { 'content-type': 'application/json', 'x-locale': 'ja' };
  const sent = new Request(URL, { method: 'POST', headers, body: '{"a":1}', signal: leaving.signal });
  const arrived = await arriving(sent);
  expect(arrived).toMatchObject({ method: 'POST', url: URL });
  expect(Object.fromEntries(arrived.headers)).toEqual(headers);
  expect(await arrived.json()).toEqual({ a: 1 });
  leaving.abort();
  expect(arrived.signal.reason).toMatchObject({ name: 'AbortError', status: 499 });
});

test('without a body there is nothing to wait for', async () => {
  const left = new Request(URL, { headers: { 'x-locale': 'ja' }, signal: AbortSignal.abort() });
  const arrived = await arriving(left);
  expect(arrived).toMatchObject({ method: 'GET', url: URL, body: null });
  expect(arrived.headers.get('x-locale')).toBe('ja');
  expect(arrived.signal.reason).toMatchObject({ name: 'AbortError', status: 499 });
});

test('of who left, nothing arrives', async () => {
  expect(await arrivedRequest(broken(AbortSignal.abort()))).toMatchObject({ status: 499 });
});

test('a body that cannot be read for another reason is an error', async () => {
  await expect(arrivedRequest(broken(new AbortController().signal))).rejects.toThrow('aborted');
});

test('a body without an end is refused before it fills the memory', async () => {
  let pulled = 0;
  const body = new ReadableStream({
    pull(controller) {
      pulled += 1;
      controller.enqueue(new Uint8Array(64 * 1024));
    },
  });
  const endless = new Request(URL, { method: 'POST', body, duplex: 'half' } as RequestInit);
  expect(await arrivedRequest(endless)).toMatchObject({ status: 413 });
  expect(pulled).toBeLessThan(100);
});
