import { describe, expect, it } from 'vitest';
import { findLinks, mendLink } from './links.ts';

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

  it('stays linear on text made to be slow', () => {
    const started = performance.now();
    for (const piece of ['(', ')', 'x)', 'http:', 'https://', ',', 'a.b,', '&amp;', '\u200b', 'h t'])
      findLinks(piece.repeat(100_000));
    expect(performance.now() - started).toBeLessThan(3000);
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
