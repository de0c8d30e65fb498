import { expect, test } from 'vitest';
import { readLinks } from './read-links.ts';

test('of a list of links, forms are counted, and what is refused is told with its code', () => {
  const list = [
    'https://youtu.be/dQw4w9WgXcQ',
    '',
    '看看https://youtu.be/dQw4w9WgXcQ很好看',
    'https://youtu.be/dQw4w9WgXcQhttps://vm.tiktok.com/ZMabc123/',
    'https://nitter.net/a/status/1800000000000000001',
    'https://www.instagram.com/stories/someone/123456/',
    'https://example.com/',
    'no link at all',
  ].join('\r\n');
  expect(readLinks(list)).toEqual({
    recognised: [
      ['youtube video', 3],
      ['tiktok short', 1],
      ['twitter post', 1],
    ],
    refused: [
      { link: 'https://www.instagram.com/stories/someone/123456/', code: 'login_required' },
      { link: 'https://example.com/', code: 'unsupported_host' },
      { link: 'no link at all', code: 'invalid_link' },
    ],
  });
});
