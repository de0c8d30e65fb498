import { expect, test } from 'vitest';
import { m } from '#/language/paraglide/messages.js';
import { errorAnswer } from './error-answer.server.ts';

const ask = (path: string, accept = 'text/html,*/*') =>
  new Request(`http://site.example${path}`, { headers: { accept } });

test.each([
  [400, '/fr/%E0%A4%A', m.site_bad_address_heading({}, { locale: 'fr' })],
  [405, '/fr/youtube', m.site_read_only_heading({}, { locale: 'fr' })],
  [500, '/fr/youtube', m.site_error_title({}, { locale: 'fr' })],
] as const)('%i is a page in the language of %s, by the title that all but 404 have', async (status, path, heading) => {
  const answer = errorAnswer(ask(path), status, { allow: 'GET' });
  const html = await answer.text();
  expect([answer.status, answer.headers.get('allow')]).toEqual([status, 'GET']);
  expect(html).toContain('<html lang="fr-FR">');
  expect(html).toContain(`<title>${m.site_error_title({}, { locale: 'fr' })} · `);
  expect(html).toContain(`<h1>${heading}</h1>`);
  expect(html).toContain('href="/fr"');
  expect(answer.headers.get('cache-control')).toBe('no-store');
  expect(answer.headers.get('content-security-policy')).toMatch(/script-src 'self' 'sha256-/);
});

test.each([
  ['/api/v1/nothing', 'text/html'],
  ['/identity/x', '*/*'],
  ['/youtube', 'application/json'],
])('%s asked for as %s is answered as programs read it', async (path, accept) => {
  const answer = errorAnswer(ask(path, accept), 500);
  expect(answer.headers.get('content-type')).toBe('application/problem+json');
  expect(await answer.json()).toMatchObject({ status: 500, code: 'internal' });
});
