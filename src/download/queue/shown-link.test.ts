import { expect, test } from 'vitest';
import { shownLink } from './shown-link.ts';

test.each([
  ['https://www.youtube.com/watch?v=OKvideo0001', 'youtube', 'watch?v=OKvideo0001'],
  ['https://youtu.be/OKvideo0001', 'youtube', 'OKvideo0001'],
  ['https://www.youtube.com/', 'youtube', 'youtube.com/'],
  ['http://example.com/a/b', null, 'example.com/a/b'],
] as const)('%s is shown as what tells it from others', (link, platform, shown) => {
  expect(shownLink(link, platform)).toBe(shown);
});
