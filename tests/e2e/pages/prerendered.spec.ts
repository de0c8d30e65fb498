import { expect, test } from '../test.ts';

test('a page comes compressed, and not again as long as it is the same', async ({ request }) => {
  const headers = { 'accept-encoding': 'br' };
  const first = await request.get('/fr/privacy', { headers });
  expect(first.headers()['content-encoding']).toBe('br');
  const etag = first.headers()['etag'] ?? '';
  const again = await request.get('/fr/privacy', { headers: { ...headers, 'if-none-match': etag } });
  expect([again.status(), (await again.body()).length]).toEqual([304, 0]);
});

test('what is made for one visitor is for nobody else to keep', async ({ request }) => {
  for (const page of ['/youtube?u=x', '/fr/account', '/?u=x']) {
    expect((await request.get(page)).headers()['cache-control']).toBe('private, no-cache');
  }
});

test.describe('what a prerendered page is made of', () => {
  for (const [page, name] of [
    ['/', 'index___default'],
    ['/ja', 'index___ja'],
    ['/fr/youtube', 'youtube___fr'],
    ['/ro/privacy', 'privacy___ro'],
    ['/api', 'api___default'],
  ] as const) {
    test(`${page} is told at its payload`, async ({ request }) => {
      const payload = await request.get(`${page.replace(/\/$/, '')}/_payload.json`);
      const html = await (await request.get(page, { headers: { 'accept-language': 'en' } })).text();
      expect(payload.headers()['content-type']).toBe('application/json');
      const told = (await payload.json()) as Record<string, unknown>;
      expect(told).toMatchObject({ name, data: expect.anything() });
      expect(told['title']).toBe(textOf(/<title>([^<]*)</, html));
      expect(told['description']).toBe(textOf(/<meta name="description" content="([^"]*)"/, html));
    });
  }

  for (const [address, status] of [
    ['/fr/youtube/_payload.json?u=x', 400],
    ['//elsewhere.example/_payload.json', 400],
    ['/account/_payload.json', 404],
    ['/fr/nothing/_payload.json', 404],
  ] as const) {
    test(`${address} is refused`, async ({ baseURL, request }) => {
      const answer = await request.get(`${baseURL}${address}`);
      expect(answer.status()).toBe(status);
      expect(answer.headers()['content-type']).toBe('application/problem+json');
    });
  }
});

function textOf(pattern: RegExp, html: string): string | undefined {
  return pattern.exec(html)?.[1]?.replaceAll('&amp;', '&').replaceAll('&#x27;', "'").replaceAll('&quot;', '"');
}
