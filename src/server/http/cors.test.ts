import { expect, test } from 'vitest';
import { createCors } from './cors.ts';

const PREFLIGHT = { 'access-control-request-method': 'POST' };

async function ask(origins: '*' | readonly string[], headers: Record<string, string>, method = 'GET') {
  const request = new Request('http://api.example/api/v1/usage', { method, headers });
  const answer = await createCors(origins).answer(request, async () => Response.json({ isHandled: true }));
  const header = (name: string) => answer.headers.get(name);
  return {
    isHandled: answer.status === 200,
    origin: header('access-control-allow-origin'),
    vary: header('vary'),
    methods: header('access-control-allow-methods'),
  };
}

test('by default no page may read an answer, and none is told that it might', async () => {
  const origin = 'https://app.example';
  const nothing = { origin: null, vary: null, methods: null };
  expect(await ask([], { origin })).toEqual({ ...nothing, isHandled: true });
  expect(await ask([], { origin, ...PREFLIGHT }, 'OPTIONS')).toEqual({ ...nothing, isHandled: false });
});

test('an origin that is listed is told so, and caches are told that answers differ', async () => {
  const list = ['https://a.example', 'https://b.example:8443'];
  expect(await ask(list, { origin: 'https://b.example:8443' })).toMatchObject({ origin: 'https://b.example:8443' });
  for (const origin of ['https://b.example', 'https://a.example.evil', 'null', 'http://a.example'])
    expect(await ask(list, { origin, ...PREFLIGHT }, 'OPTIONS')).toMatchObject({
      origin: null,
      methods: null,
      vary: 'Origin',
    });
  expect(await ask(list, {})).toMatchObject({ origin: null, vary: 'Origin' });
});

test('where all may, the answer is the same for all', async () => {
  const origin = 'https://any.example';
  expect(await ask('*', { origin })).toMatchObject({ origin: '*', vary: null, isHandled: true });
  const asked = await ask('*', { origin, ...PREFLIGHT }, 'OPTIONS');
  expect(asked).toMatchObject({ origin: '*', methods: expect.stringContaining('DELETE'), isHandled: false });
  expect(await ask('*', { origin }, 'OPTIONS')).toMatchObject({ isHandled: true });
});
