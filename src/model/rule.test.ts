import { expect, test } from 'vitest';
import { authorAddress, authorHandle, type Rule, ruleKey, type Subject, subjectKeys } from './rule.ts';

const FILM: Subject = {
  platform: 'tiktok',
  canonicalUrl: 'https://www.tiktok.com/@Some.One/video/712',
  id: '712',
  author: { name: 'Some One', url: 'https://www.tiktok.com/@Some.One' },
};

function hits(rule: Pick<Rule, 'kind' | 'platform' | 'value'>, subject = FILM): boolean {
  return subjectKeys(subject).includes(ruleKey(rule));
}

test.each([
  ['url', 'tiktok', 'https://www.tiktok.com/@Some.One/video/712'],
  ['media', 'tiktok', '712'],
  ['author', 'tiktok', 'some.one'],
  ['author', 'tiktok', 'tiktok.com/@some.one'],
  ['host', null, 'www.tiktok.com'],
  ['host', null, 'tiktok.com'],
] as const)('a rule of the kind %s (%s) hits by %s', (kind, platform, value) => {
  expect(hits({ kind, platform, value })).toBe(true);
});

test.each([
  ['url', 'tiktok', 'https://www.tiktok.com/@Some.One/video/7123'],
  ['media', 'youtube', '712'],
  ['author', 'youtube', 'some.one'],
  ['author', 'tiktok', 'some one'],
  ['author', 'tiktok', 'one'],
  ['host', null, 'com'],
  ['host', null, 'tok.com'],
] as const)('a rule of the kind %s (%s) does not hit by %s', (kind, platform, value) => {
  expect(hits({ kind, platform, value })).toBe(false);
});

test('an author without an address is known by the name', () => {
  const nameless = { ...FILM, author: { name: 'Some One', url: null } };
  expect(hits({ kind: 'author', platform: 'tiktok', value: 'some one' }, nameless)).toBe(true);
});

test('of a media that is not known yet, link and host count', () => {
  const link = { platform: 'tiktok', canonicalUrl: FILM.canonicalUrl, id: null } as const;
  expect(subjectKeys(link)).toEqual([`url:${FILM.canonicalUrl}`, 'host:www.tiktok.com', 'host:tiktok.com']);
});

test('handles and addresses are compared without what varies', () => {
  expect(authorHandle('@Some.One')).toBe('some.one');
  expect(authorAddress('HTTPS://m.TikTok.com/@Some.One/?lang=en#x')).toBe('tiktok.com/@some.one');
  expect(authorAddress('@some.one')).toBeNull();
  expect(authorAddress('javascript:alert(1)')).toBeNull();
});
