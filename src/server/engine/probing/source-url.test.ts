import { describe, expect, it } from 'vitest';
import { codecName, contentTypeOf, imageContainer, languageTag } from '../media/media-names.ts';
import { cookieHeader, expiryOf } from './source-url.ts';

describe('cookies', () => {
  const jar =
    'tt_chain_token="a\\"b=="; Domain=.tiktok.com; Path=/; Secure; Expires=1999999999; other=1; Domain=evil.example; Path=/; bare=2';

  it.each([
    ['https://v16.us.tiktok.com/video', 'tt_chain_token=a"b==; bare=2'],
    ['https://tiktok.com/', 'tt_chain_token=a"b==; bare=2'],
    ['https://nottiktok.com/', 'bare=2'],
    ['https://evil.example/', 'other=1; bare=2'],
  ])('go to their own domain: %s', (url, expected) => {
    expect(cookieHeader(jar, url)).toBe(expected);
  });

  it('are left out where there are none', () => {
    expect(cookieHeader(undefined, 'https://x.com/')).toBeUndefined();
    expect(cookieHeader('a=1; Domain=.tiktok.com', 'https://x.com/')).toBeUndefined();
  });
});

it.each([
  ['https://rr1.googlevideo.com/videoplayback?expire=1795253519&id=1', 1795253519000],
  ['https://p16.tiktokcdn.com/a.jpeg?x-expires=1795253519', 1795253519000],
  ['https://video.xx.fbcdn.net/a.mp4?oe=6B000000', 0x6b000000 * 1000],
  ['https://video.twimg.com/a.mp4?tag=12', null],
  ['https://x.com/?expire=soon', null],
])('expiry of %s', (url, expected) => {
  expect(expiryOf(url)).toBe(expected);
});

it('names', () => {
  expect(
    ['avc1.64001f', 'h264', 'hvc1.1', 'h265', 'vp09.00.10', 'av01.0.05M', 'mp4a.40.2', 'opus', 'none', 'weird.1'].map(
      codecName,
    ),
  ).toEqual(['h264', 'h264', 'h265', 'h265', 'vp9', 'av1', 'aac', 'opus', null, 'weird']);
  expect(['eng-US', 'en_US', 'pt-br', 'zh-Hans', 'en-orig', 'und', '', undefined, '???'].map(languageTag)).toEqual([
    'en-US',
    'en-US',
    'pt-BR',
    'zh-Hans',
    'en',
    null,
    null,
    null,
    null,
  ]);
  expect(
    [
      'https://a.b/c.jpeg',
      'https://a.b/c.webp?x',
      'https://a.b/c~tplv.image',
      'https://pbs.twimg.com/media/x?format=png',
      'https://a.b/c.jpg?name=orig',
    ].map(imageContainer),
  ).toEqual(['jpg', 'webp', 'jpg', 'png', 'jpg']);
  expect([
    contentTypeOf('webm', 'audio'),
    contentTypeOf('webm', 'video'),
    contentTypeOf('m4a', 'audio'),
    contentTypeOf('exe', 'video'),
  ]).toEqual(['audio/webm', 'video/webm', 'audio/mp4', 'application/octet-stream']);
});
