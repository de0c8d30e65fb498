import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { NavigationError, navigateTo, type NavigationRefusal } from './navigate.ts';

const FROM = 'https://site.example/fr/youtube?u=1#queue';

function go(address: string, external?: boolean) {
  const gone: string[] = [];
  const leave = (to: string) => void gone.push(to);
  navigateTo(address, { from: FROM, leave, ...(external !== undefined && { external }) });
  return gone;
}

function refusal(address: string, external?: boolean): NavigationRefusal | null {
  try {
    go(address, external);
    return null;
  } catch (error) {
    return error instanceof NavigationError ? error.refusal : null;
  }
}

test.each([
  ['/ja/youtube?u=2#top', '/ja/youtube?u=2#top'],
  ['https://site.example/account', '/account'],
  ['#download', '/fr/youtube?u=1#download'],
])('within the site it goes to %s, or steps there', (address, path) => {
  expect(go(address)).toEqual([`https://site.example${path}`]);
  const steps: string[] = [];
  navigateTo(address, { from: FROM, step: (to) => void steps.push(to) });
  expect(steps).toEqual([path]);
});

test('a path of the site that would name a host by itself is no step', () => {
  const gone: string[] = [];
  const note = (to: string) => void gone.push(to);
  navigateTo('https://site.example//elsewhere.example', { from: FROM, step: note, leave: note });
  expect(gone).toEqual(['https://site.example//elsewhere.example']);
});

test.each([
  'https://elsewhere.example/',
  '//elsewhere.example/a',
  '/\\elsewhere.example',
  'http://site.example/',
  'https://site.example:8443/',
])('%s is elsewhere, and is gone to with the flag only', (address) => {
  expect(refusal(address)).toBe('external_address');
  expect(go(address, true)).toEqual([new URL(address, FROM).href]);
});

test.each([
  'javascript:alert(1)',
  'JavaScript:alert(1)',
  ' java\nscript:alert(1)',
  'data:text/html,x',
  'blob:https://site.example/1',
  'vbscript:x',
  'file:///etc/passwd',
  'mailto:a@site.example',
  'http://[',
])('%s is gone to by nobody', (address) => {
  expect([refusal(address), refusal(address, true)]).toEqual(['disallowed_protocol', 'disallowed_protocol']);
});

test('a refusal keeps what was asked for to itself', () => {
  expect(() => go('https://elsewhere.example/secret')).toThrow(
    /^An external address is gone to with the external flag only\.$/,
  );
});

test('pages leave by this one way', () => {
  const src = join(import.meta.dirname, '../..');
  const leaving = readdirSync(src, { recursive: true, encoding: 'utf8' })
    .filter((file) => /(?<!\.test)\.tsx?$/.test(file) && !/paraglide|^server\/|service-worker/.test(file))
    .filter((file) =>
      /\blocation\.(?:assign|replace)\b|\b(?<!const )location(?:\.href)? = |\bwindow\.open\(/.test(
        readFileSync(join(src, file), 'utf8'),
      ),
    );
  expect(leaving).toEqual(['site/pages/navigate.ts']);
});
