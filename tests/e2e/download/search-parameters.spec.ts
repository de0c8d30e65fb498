import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { hydrated } from '../hydrated.ts';
import { expect, test } from '../test.ts';

/** Every page that there is, as the router's generator lists them, with a value for each parameter. */
async function pages(): Promise<string[]> {
  const tree = await readFile(join(import.meta.dirname, '../../../src/routeTree.gen.ts'), 'utf8');
  const [, list = ''] = /export interface FileRoutesByTo \{\n([\s\S]*?)\n\}/.exec(tree) ?? [];
  const paths = [...list.matchAll(/^ {2}'([^']+)'/gm)].flatMap(([, path = '']) =>
    /^\/(?:api|identity)\/\$/.test(path) ? [] : [path],
  );
  return paths.map(
    (path) => path.replace('/{-$lang}', '').replace('$platform', 'youtube').replace('$', 'no/such/page') || '/',
  );
}

/** Names that pages read of their address, those of the share target, and some that mean something to JavaScript. */
const NAMES = [
  'u',
  'mode',
  'q',
  'platform',
  'state',
  'id',
  'link',
  'text',
  'title',
  '__proto__',
  'constructor',
  'toString',
];
const VALUES = [
  '1',
  '-0',
  '1e999',
  'null',
  'true',
  'undefined',
  'NaN',
  '{}',
  '[]',
  '{"a":1}',
  '[1]',
  '[null]',
  '"a"',
  '',
  '%00',
  '%ED%A0%80',
  '%',
  '%E2%80%AE',
  'x'.repeat(400),
];

test('whatever stands in its address, a page answers with what it is', async ({ request }) => {
  const found = await pages();
  expect(found.length).toBeGreaterThan(15);
  const wrong: string[] = [];
  for (const page of found) {
    const plain = (await request.get(page)).status();
    for (const value of VALUES) {
      const all = NAMES.map((name) => `${name}=${value}`).join('&');
      for (const search of [all, `${all}&${all}`]) {
        const status = (await request.get(`${page}?${search}`, { maxRedirects: 0 })).status();
        if (status !== plain && ![307, 308].includes(status))
          wrong.push(`${status} instead of ${plain}: ${page} ${value.slice(0, 20)}`);
      }
    }
  }
  expect(wrong).toEqual([]);
});

for (const given of ['1', 'null', 'true', '{"a":1}', '[1]'])
  test(`?u=${given} is text, in the page as served and in the browser`, async ({ page, request }) => {
    const path = `/youtube?u=${encodeURIComponent(given)}`;
    expect((await request.get(path)).status()).toBe(200);
    expect((await page.goto(path))?.status()).toBe(200);
    await hydrated(page);
    await expect(page.locator('#links')).toBeVisible();
    await page.goto('/');
    await page.goBack();
    await expect(page.locator('#links')).toBeVisible();
  });

test('the path of a page that is not there is shown without what is invisible in it', async ({ request }) => {
  const html = await (await request.get('/no/%E2%80%AEgpj.exe%E2%80%8B%1B')).text();
  const [, heading = ''] = /<h1[^>]*>([\s\S]*?)<\/h1>/.exec(html) ?? [];
  expect(heading).toContain('/no/gpj.exe');
  expect(heading).not.toMatch(/[\u202a-\u202e\u2066-\u2069\u200b\u001b]/);
});
