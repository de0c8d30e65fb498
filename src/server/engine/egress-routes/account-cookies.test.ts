import { chmodSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { type AccountFile, createAccountCookies, readCookieFile } from './account-cookies.ts';

const folder = mkdtempSync(join(tmpdir(), 'accounts-'));
afterAll(() => rmSync(folder, { recursive: true }));

const lines: string[] = [];
beforeEach(() => void lines.splice(0));

const line = (domain: string, name: string, expires = '0') =>
  [domain, 'TRUE', '/', 'TRUE', expires, name, `of ${name}`].join('\t');

/** A file whose time differs from that of the one before, as when somebody writes it minutes later. */
let written = 1_700_000_000;
function keep(name: string, content: string, mode = 0o600): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  chmodSync(path, mode);
  written += 60;
  utimesSync(path, written, written);
  return path;
}

const open = (...files: AccountFile[]) => createAccountCookies(files, (said) => lines.push(said));

test("an export holds the platform's own cookies among many others", () => {
  const text = [
    '# Netscape HTTP Cookie File',
    '',
    line('.instagram.com', 'sessionid', '1900000000'),
    '#HttpOnly_' + line('www.instagram.com', 'rur'),
    line('.bank.example', 'secret'),
    line('.notinstagram.com', 'secret'),
    line('.instagram.com.evil.example', 'secret'),
    'nonsense',
    '.instagram.com\tTRUE\tno path\tTRUE\t0\tname\tvalue',
  ].join('\r\n');
  expect(readCookieFile(text, ['instagram.com'])).toEqual([
    {
      name: 'sessionid',
      value: 'of sessionid',
      domain: '.instagram.com',
      path: '/',
      secure: true,
      expiresAtS: 1_900_000_000,
    },
    { name: 'rur', value: 'of rur', domain: 'www.instagram.com', path: '/', secure: true, expiresAtS: null },
  ]);
});

test('an account is of a platform, and of a way out where one is named', () => {
  const everywhere = keep('all.txt', line('.youtube.com', 'everywhere'));
  const eu = keep('eu.txt', line('.youtube.com', 'eu'));
  const cookies = open(
    { platform: 'youtube', route: null, path: everywhere },
    { platform: 'youtube', route: 'eu', path: eu },
    { platform: 'tiktok', route: 'eu', path: eu },
  );
  expect(cookies('youtube', 'home')).toMatchObject([{ name: 'everywhere' }]);
  expect(cookies('youtube', 'eu')).toMatchObject([{ name: 'eu' }]);
  expect(cookies('tiktok', 'home')).toBeNull();
  expect(cookies('facebook', 'eu')).toBeNull();
  expect(lines).toEqual([]);
});

test('cookies that have expired are not sent', () => {
  const path = keep('expired.txt', [line('.x.com', 'old', '1700000000'), line('.x.com', 'new')].join('\n'));
  expect(open({ platform: 'twitter', route: null, path })('twitter', 'home')).toMatchObject([{ name: 'new' }]);
});

test('a file that is replaced counts at once', () => {
  const path = keep('replaced.txt', line('.x.com', 'first'));
  const cookies = open({ platform: 'twitter', route: null, path });
  expect(cookies('twitter', 'home')).toMatchObject([{ name: 'first' }]);
  keep('replaced.txt', line('.x.com', 'other'));
  expect(cookies('twitter', 'home')).toMatchObject([{ name: 'other' }]);
});

test.each([
  ['missing', 'cannot be read', () => join(folder, 'missing.txt')],
  ['for everybody', 'may be read by everybody', () => keep('open.txt', line('.x.com', 'pl4nted'), 0o644)],
  ['of another site', 'has no cookies of twitter', () => keep('other.txt', line('.bank.example', 'pl4nted'))],
  ['a film', 'is too large', () => keep('film.txt', 'pl4nted'.repeat(50_000))],
])('a file that is %s is not used, which is said once', (_, reason, make) => {
  const cookies = open({ platform: 'twitter', route: null, path: make() });
  expect(cookies('twitter', 'home')).toBeNull();
  expect(cookies('twitter', 'home')).toBeNull();
  expect(lines).toEqual([expect.stringContaining(reason)]);
  expect(lines.join()).not.toContain('pl4nted');
});
