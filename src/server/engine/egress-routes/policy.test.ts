import { describe, expect, test } from 'vitest';
import type { Failure } from '#/model/failure.ts';
import type { Media } from '#/model/media/media.ts';
import { createPolicyEnforcer, type AccessPolicy } from './policy.ts';

const TAKEN_DOWN: Failure = { code: 'taken_down' };
const REFUSED = { ok: false, failure: { code: 'taken_down', platform: 'tiktok' } };
const without =
  (...keys: string[]): AccessPolicy =>
  (_, asked) =>
    asked.some((key) => keys.includes(key)) ? TAKEN_DOWN : null;
const LINK = { kind: 'video', id: '712', canonicalUrl: 'https://www.tiktok.com/@a/video/712' } as const;
const MEDIA = {
  ...LINK,
  platform: 'tiktok',
  author: { name: 'A', url: 'https://www.tiktok.com/@a' },
} as unknown as Media;

describe('a link as it was pasted', () => {
  test.each([
    ['a short one, by the host it is pasted with', 'https://vm.tiktok.com/ZMabc/', 'host:vm.tiktok.com'],
    ['one without a scheme, by a host above', 'm.tiktok.com/v/7400000000000000001.html', 'host:tiktok.com'],
  ])('%s', (_, link, key) => {
    expect(createPolicyEnforcer(without(key)).ofText(link)).toEqual(REFUSED);
  });

  test('what is no link of ours is not judged here', () => {
    for (const text of ['https://example.org/', 'nonsense', ''])
      expect(createPolicyEnforcer(() => TAKEN_DOWN).ofText(text)).toBeNull();
  });
});

test('a link is refused by its canonical form and its id, before anybody is asked', () => {
  for (const key of [`url:${LINK.canonicalUrl}`, 'media:tiktok:712', 'host:www.tiktok.com'])
    expect(createPolicyEnforcer(without(key)).ofLink('tiktok', LINK)).toEqual(REFUSED);
  expect(createPolicyEnforcer(without('author:tiktok:a', 'media:youtube:712')).ofLink('tiktok', LINK)).toBeNull();
});

test('a media is refused by its author, too', () => {
  expect(createPolicyEnforcer(without('author:tiktok:a')).ofMedia(MEDIA)).toEqual(REFUSED);
  expect(createPolicyEnforcer(without('author:tiktok:b')).ofMedia(MEDIA)).toBeNull();
});

test('a platform that is off refuses all of its links, with what is told about it', () => {
  const notice = { en: 'Back on Monday.' };
  const off: AccessPolicy = (platform) => (platform === 'tiktok' ? { code: 'platform_off', platform, notice } : null);
  const enforcer = createPolicyEnforcer(off);
  const refused = { ok: false, failure: { code: 'platform_off', platform: 'tiktok', notice } };
  expect(enforcer.ofText('https://vm.tiktok.com/ZMabc/')).toEqual(refused);
  expect(enforcer.ofMedia(MEDIA)).toEqual(refused);
  expect(enforcer.ofPlatform('tiktok')).toEqual(refused.failure);
  expect(enforcer.ofText('https://x.com/a/status/1')).toBeNull();
  expect(enforcer.ofPlatform('twitter')).toBeNull();
});
