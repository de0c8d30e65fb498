import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { limits } from '#app.config';
import { LOCALE_CODES, LOCALES, localizePath } from '#/language/locales.ts';
import { CHOSEN_SCHEME_SCRIPT } from '../theme/color-scheme.ts';
import { answerInstalledApp } from './answer.ts';
import { sharedAddress } from './share.ts';

const ORIGIN = 'https://clipferry.example';
const YOUTUBE = 'https://youtu.be/OKvideo0001';
const TIKTOK = 'https://vm.tiktok.com/ZMreplica1/';

async function ask(path: string, init: RequestInit = {}): Promise<Response> {
  const request = new Request(ORIGIN + path, init);
  const answer = await answerInstalledApp(request, new URL(request.url));
  if (!answer) throw new Error(`${path} is not answered`);
  return answer;
}

const form = (fields: Record<string, string>) => {
  const body = new FormData();
  for (const [name, value] of Object.entries(fields)) body.set(name, value);
  return body;
};
const linksOf = (location: string | null) => new URL(location ?? '', ORIGIN).searchParams.get('u')?.split('\n');

describe.each(LOCALE_CODES)('in %s', (locale) => {
  test('the manifest speaks the language, starts in it, and is the same app in all', async () => {
    const answer = await ask(localizePath('/manifest.webmanifest', locale));
    const manifest = await answer.json();
    expect(answer.headers.get('content-type')).toBe('application/manifest+json');
    expect(manifest).toMatchObject({ id: '/', scope: '/', lang: LOCALES[locale].iso, display: 'standalone' });
    expect(manifest.start_url).toBe(localizePath('/', locale));
    expect(manifest.shortcuts.map(({ url }: { url: string }) => url)).toContain(localizePath('/youtube', locale));
    expect(manifest.icons.map(({ purpose }: { purpose: string }) => purpose)).toContain('maskable');
  });

  test('the page without a connection is whole by itself, and leads home', async () => {
    const html = await (await ask(localizePath('/offline', locale))).text();
    expect(html).toContain(`<html lang="${LOCALES[locale].iso}">`);
    expect(html).toContain(`href="${localizePath('/', locale)}"`);
    expect(html).not.toMatch(/src=|<link/);
  });
});

test('the page without a connection runs one script, by its hash, which shows the theme that was chosen', async () => {
  const answer = await ask('/offline');
  const scripts = [...(await answer.text()).matchAll(/<script>(.*?)<\/script>/gs)].map(([, script = '']) => script);
  const hashes = scripts.map((script) => createHash('sha256').update(script).digest('base64'));
  expect(answer.headers.get('content-security-policy')).toContain(`script-src 'sha256-${hashes.join()}';`);
  expect(scripts).toEqual([CHOSEN_SCHEME_SCRIPT]);
});

test('what is unchanged is not sent again', async () => {
  const etag = (await ask('/fr/offline')).headers.get('etag') ?? '';
  expect((await ask('/fr/offline', { headers: { 'if-none-match': etag } })).status).toBe(304);
  expect((await ask('/ja/offline', { headers: { 'if-none-match': etag } })).status).toBe(200);
});

test('other addresses are left to others', async () => {
  for (const path of ['/', '/fr', '/youtube', '/fr/youtube', '/fr/share', '/xx/offline', '/offline/x']) {
    expect(await answerInstalledApp(new Request(ORIGIN + path), new URL(ORIGIN + path)), path).toBeUndefined();
  }
});

describe('what is shared', () => {
  test('goes to the form in the visitor’s language, with every link of it once', async () => {
    const text = `Look at ${YOUTUBE} and ${TIKTOK} – great`;
    const answer = await ask('/share', {
      method: 'POST',
      body: form({ title: `A film ${YOUTUBE}`, text, url: YOUTUBE }),
      headers: { cookie: 'i18n_redirected=ja' },
    });
    expect(answer.status).toBe(303);
    expect(answer.headers.get('location')).toMatch(/^\/ja\?u=/);
    expect(linksOf(answer.headers.get('location'))).toEqual([YOUTUBE, TIKTOK]);
  });

  test('may come as an address, too, and without a cookie', async () => {
    const answer = await ask(`/share?${new URLSearchParams({ text: TIKTOK })}`, {
      headers: { 'accept-language': 'fr' },
    });
    expect(answer.headers.get('location')).toBe(`/fr?${new URLSearchParams({ u: TIKTOK })}`);
  });

  test('is told when there was no link in it, also when it is no form at all', async () => {
    expect((await ask('/share', { method: 'POST', body: form({ text: 'hello there' }) })).headers.get('location')).toBe(
      '/#left=none',
    );
    expect((await ask('/share', { method: 'POST', body: '{}' })).headers.get('location')).toBe('/#left=none');
  });

  test('is refused when it is too large, or sent in another way', async () => {
    expect((await ask('/share', { method: 'PUT', body: 'x' })).status).toBe(405);
    expect((await ask('/share', { method: 'POST', body: 'x'.repeat(300_000) })).status).toBe(413);
  });

  test('is cut to what a paste may hold, and to an address that servers take; how many are missing is told', () => {
    const many = Array.from(
      { length: limits.linksPerPaste + 3 },
      (_, index) => `https://youtu.be/OKvideo${1000 + index}`,
    );
    const address = sharedAddress('/', { title: '', text: many.join(' '), url: '' });
    expect(linksOf(address)).toEqual(many.slice(0, limits.linksPerPaste));
    expect(address).toMatch(/#left=3$/);
    const long = Array.from({ length: 9 }, (_, index) => `https://youtu.be/${index}?list=${'x'.repeat(1500)}`);
    const cut = sharedAddress('/fr', { title: '', text: long.join('\n'), url: '' });
    expect(cut.length).toBeLessThan(6100);
    expect(linksOf(cut)).toEqual(long.slice(0, 3));
    expect(cut).toMatch(/#left=6$/);
  });
});
