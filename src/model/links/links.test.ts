import { describe, expect, it } from 'vitest';
import { limits } from '#app.config';
import { findLinks, platformOfLink } from './links.ts';
import { mendLink } from './mend-link.ts';

const links = (text: string) => findLinks(text).map(({ link }) => link);

describe('links in a text', () => {
  it.each([
    [
      'look (https://youtu.be/OKvideo0001), and https//fb.watch/abc!',
      ['https://youtu.be/OKvideo0001', 'https://fb.watch/abc'],
    ],
    ['看https://vm.tiktok.com/ZM1/，很好', ['https://vm.tiktok.com/ZM1/']],
    [
      'https://youtu.be/a,https://youtu.be/b;https://youtu.be/c',
      ['https://youtu.be/a', 'https://youtu.be/b', 'https://youtu.be/c'],
    ],
    ['youtu.be/a,www.tiktok.com/t/b', ['https://youtu.be/a', 'https://www.tiktok.com/t/b']],
    ['[a post](https://x.com/a/status/1)', ['https://x.com/a/status/1']],
    ['<a href="https://www.instagram.com/p/abcde/?a=1&amp;b=2">', ['https://www.instagram.com/p/abcde/?a=1&b=2']],
    ['https：／／youtu．be／abc', ['https://youtu.be/abc']],
    ['https://https://youtu.be/abc', ['https://youtu.be/abc']],
    ['\u200fhttps://youtu.be/abc\u202c', ['https://youtu.be/abc']],
    ['https://youtu.be/abc\nhttps://youtu.be/abc', ['https://youtu.be/abc']],
    [
      'https://www.youtube.com/attribution_link?u=https://youtu.be/x',
      ['https://www.youtube.com/attribution_link?u=https://youtu.be/x'],
    ],
    ['看看https://youtu.be/OKvideo0001很好看', ['https://youtu.be/OKvideo0001']],
    ['看看youtu.be/OKvideo0001很好看', ['https://youtu.be/OKvideo0001']],
    ['链接：https://youtu.be/OKvideo0001！好看', ['https://youtu.be/OKvideo0001']],
    ['https://youtu.be/OKvideo0001?si=a😂😂', ['https://youtu.be/OKvideo0001?si=a']],
    ['https://youtu.be/OKvideo0001を見て', ['https://youtu.be/OKvideo0001']],
    ['https://youtu.be/video-id-0_很好', ['https://youtu.be/video-id-0_']],
    ['https://www.facebook.com/某某/videos/1234567890/好看', ['https://www.facebook.com/某某/videos/1234567890/']],
    [
      'https://youtu.be/OKvideo0001https://youtu.be/OKvideo0002',
      ['https://youtu.be/OKvideo0001', 'https://youtu.be/OKvideo0002'],
    ],
    [
      'https://www.instagram.com/p/abcde/?igsh=MzRlODBiNWFlZA==https://www.instagram.com/p/fghij/https://fb.watch/abc/',
      [
        'https://www.instagram.com/p/abcde/?igsh=MzRlODBiNWFlZA==',
        'https://www.instagram.com/p/fghij/',
        'https://fb.watch/abc/',
      ],
    ],
    ['lookhttps://youtu.be/OKvideo0001', ['https://youtu.be/OKvideo0001']],
    ['ｈｔｔｐｓ：／／ｙｏｕｔｕ．ｂｅ／ａｂｃ？ｔ＝９ 好', ['https://youtu.be/abc?t=9']],
    ['https://youtu.be/abc？真的吗', ['https://youtu.be/abc']],
    ['//www.youtube.com/watch?v=OKvideo0001', ['https://www.youtube.com/watch?v=OKvideo0001']],
    ['// a comment //example.com/x', []],
    ['https://youtu.be/abc?a=1&amp;amp;b=2', ['https://youtu.be/abc?a=1&b=2']],
    [
      'intent://youtu.be/abc#Intent;scheme=https;end vnd.youtube:OKvideo0001?t=5',
      ['https://youtu.be/abc', 'https://www.youtube.com/watch?v=OKvideo0001&t=5'],
    ],
    [
      'https://web.archive.org/web/2020/https://youtu.be/OKvideo0001',
      ['https://web.archive.org/web/2020/https://youtu.be/OKvideo0001'],
    ],
    [`https://youtu.be/abc?si=d&utm_content=${'x'.repeat(3000)}&t=5`, ['https://youtu.be/abc?si=d&t=5']],
    ['we met at example.com yesterday', []],
    ['just words', []],
    ['', []],
  ])('%j', (text, expected) => {
    expect(links(text)).toEqual(expected);
  });

  it('marks each with its platform, or with what is wrong', () => {
    expect(
      findLinks(
        'https://m.facebook.com/watch/?v=1 https://example.com/x ftp://youtu.be/a https://me:pw@x.com/ https://x.com:8080/',
      ),
    ).toEqual([
      { link: 'https://m.facebook.com/watch/?v=1', platform: 'facebook', problem: null },
      { link: 'https://example.com/x', platform: null, problem: 'unsupported_host' },
      { link: 'ftp://youtu.be/a', platform: null, problem: 'invalid_link' },
      { link: 'https://me:pw@x.com/', platform: null, problem: 'invalid_link' },
      { link: 'https://x.com:8080/', platform: null, problem: 'invalid_link' },
    ]);
    expect(findLinks('example.com/x')[0]?.problem).toBe('unsupported_host');
    expect(findLinks(`https://youtu.be/${'a'.repeat(5000)}`)[0]?.problem).toBe('invalid_link');
  });

  it.each([
    ['https://nitter.net/a/status/1', 'twitter'],
    ['xcancel.com/a/status/1', 'twitter'],
    ['https://vm.vxtiktok.com/ZM1/', 'tiktok'],
    ['https://d.ddinstagram.com/p/abcde/', 'instagram'],
    ['https://piped.video/watch?v=OKvideo0001', 'youtube'],
    ['https://www.youtubekids.com/watch?v=OKvideo0001', 'youtube'],
    ['https://www.google.com/url?q=https%3A%2F%2Ffb.watch%2Fabc%2F', 'facebook'],
    ['https://www.google.com/amp/s/x.com/a/status/1', 'twitter'],
  ])('marks a detour with the platform that it leads to: %s', (text, platform) => {
    expect(findLinks(text)).toMatchObject([{ platform, problem: null }]);
    expect(platformOfLink(text)).toBe(platform);
  });

  it('does not go from detour to detour without end', () => {
    let link = 'https://youtu.be/OKvideo0001';
    for (let n = 0; n < 5; n++) link = `https://www.google.com/url?q=${encodeURIComponent(link)}`;
    expect(findLinks(link)).toMatchObject([{ problem: 'unsupported_host' }]);
  });

  it('leaves a link that no query makes so long as it is', () => {
    expect(findLinks(`https://youtu.be/${'a'.repeat(limits.linkLength)}?t=1`)[0]?.problem).toBe('invalid_link');
  });

  it('stays linear on text made to be slow', () => {
    // Of the processor, not of the clock: the machine may be busy with other things. What grows by the square takes minutes.
    const before = process.cpuUsage();
    for (const piece of [
      '(',
      ')',
      'x)',
      'http:',
      'https://',
      ',',
      'a.b,',
      '&amp;',
      '\u200b',
      'h t',
      '看',
      '看/a',
      '//',
      'intent://',
      'ａ：',
      '=https://',
    ])
      findLinks(piece.repeat(100_000));
    expect(process.cpuUsage(before).user / 1000).toBeLessThan(10_000);
  });
});

it.each([
  ['https//x.com/a', 'https://x.com/a'],
  ['http:/x.com/a', 'http://x.com/a'],
  ['ttps://x.com/a', 'https://x.com/a'],
  ['https;//x.com/a', 'https://x.com/a'],
  ['x.com/a', 'x.com/a'],
  ['javascript:alert(1)', 'javascript:alert(1)'],
])('mends %s', (typed, mended) => {
  expect(mendLink(typed)).toBe(mended);
});
