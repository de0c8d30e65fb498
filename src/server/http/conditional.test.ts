import { expect, test } from 'vitest';
import { etagOf, hasVersion, versioned } from './conditional.ts';

const known = (header?: string) =>
  hasVersion(
    new Request('http://x.example/', header === undefined ? {} : { headers: { 'if-none-match': header } }),
    'W/"a"',
  );

test('a version is known by any of the tags that a client brings, weak or strong', () => {
  for (const header of ['W/"a"', '"a"', '"b", W/"a"', '*', ' "a" ']) expect(known(header)).toBe(true);
  for (const header of [undefined, '', '"b"', 'a', 'W/"A"']) expect(known(header)).toBe(false);
});

test('an answer is told anew when what counts of it has changed', async () => {
  const request = (etag: string) => new Request('http://x.example/', { headers: { 'if-none-match': etag } });
  const etag = etagOf({ state: 'ready' });
  expect(versioned(request(etag), { state: 'ready', link: 1 }, { state: 'ready' }).status).toBe(304);
  const answer = versioned(request(etag), { state: 'expired', link: 1 }, { state: 'expired' });
  expect([answer.status, await answer.json()]).toEqual([200, { state: 'expired', link: 1 }]);
});
