import { expect, test } from 'vitest';
import { fail, ok } from '#/model/failure.ts';
import type { RuleDraft } from '#/model/rule.ts';
import { readRule, readRules } from './rule-reader.ts';

const identify = async (link: string) =>
  link.startsWith('https://youtu.be/')
    ? ok({ platform: 'youtube' as const, canonicalUrl: 'https://www.youtube.com/watch?v=abc', id: 'abc' })
    : fail('unsupported_link');
const { signal } = new AbortController();
const draft = (given: Partial<RuleDraft>): RuleDraft => ({
  kind: 'url',
  platform: null,
  value: '',
  reason: 'r',
  ...given,
});
const read = (given: Partial<RuleDraft>) => readRule(draft(given), identify, signal);

test.each([
  [{ kind: 'url', value: 'https://youtu.be/abc' }, 'youtube', 'https://www.youtube.com/watch?v=abc'],
  [{ kind: 'media', value: 'https://youtu.be/abc' }, 'youtube', 'abc'],
  [{ kind: 'media', value: '712', platform: 'tiktok' }, 'tiktok', '712'],
  [{ kind: 'author', value: '@Some.One', platform: 'tiktok' }, 'tiktok', 'some.one'],
  [{ kind: 'author', value: 'https://www.tiktok.com/@Some.One?x=1' }, 'tiktok', 'tiktok.com/@some.one'],
  [{ kind: 'host', value: 'VM.TikTok.com.' }, null, 'vm.tiktok.com'],
  [{ kind: 'host', value: 'https://m.youtube.com/watch?v=1', platform: 'youtube' }, null, 'm.youtube.com'],
] as const)('%j becomes a rule', async (given, platform, value) => {
  expect(await read(given)).toEqual(ok({ kind: given.kind, platform, value, reason: 'r' }));
});

test.each([
  [{ kind: 'url', value: 'https://example.org/a' }, 'unsupported_link'],
  [{ kind: 'media', value: '712' }, 'invalid_request'],
  [{ kind: 'author', value: '@someone' }, 'invalid_request'],
  [{ kind: 'author', value: '@', platform: 'tiktok' }, 'invalid_request'],
  [{ kind: 'author', value: 'https://example.org/@someone' }, 'unsupported_host'],
  [{ kind: 'author', value: 'https://tiktok.com/' }, 'invalid_request'],
  [{ kind: 'host', value: 'com' }, 'unsupported_host'],
  [{ kind: 'host', value: 'example.org' }, 'unsupported_host'],
] as const)('%j is refused', async (given, code) => {
  expect(await read(given)).toEqual(fail(code));
});

test('of several the first failure counts', async () => {
  const drafts = [draft({ value: 'https://youtu.be/abc' }), draft({ value: 'https://example.org/a' })];
  expect(await readRules(drafts, identify, signal)).toEqual(fail('unsupported_link'));
});
