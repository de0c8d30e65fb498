import { expect, test } from 'vitest';
import { deviceOf, downloadKeys, isForPhotos } from './device.ts';

const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 Version/18.5 Mobile/15E148 Safari/604.1';
const MAC = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/18.5 Safari/605.1.15';
const MAC_CHROME = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36';
const ANDROID = 'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 Chrome/140.0.0.0 Mobile Safari/537.36';
const WINDOWS = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36';
const LINUX_FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const MAC_FIREFOX = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:140.0) Gecko/20100101 Firefox/140.0';

test.each([
  ['an iPhone', IPHONE, 5, 'iphone'],
  ['an iPad', MAC, 5, 'iphone'],
  ['a Mac', MAC, 0, 'computer'],
  ['a phone with Android', ANDROID, 5, 'android'],
  ['a computer with a touch screen', WINDOWS, 10, 'computer'],
] as const)('%s', (_, userAgent, maxTouchPoints, device) => {
  expect(deviceOf({ userAgent, maxTouchPoints })).toBe(device);
});

test.each([
  [MAC, '⌥⌘L'],
  [MAC_CHROME, '⇧⌘J'],
  [MAC_FIREFOX, '⌘J'],
  [WINDOWS, 'Ctrl+J'],
  [LINUX_FIREFOX, 'Ctrl+Shift+Y'],
])('%s lists its downloads by %s', (userAgent, keys) => {
  expect(downloadKeys({ userAgent })).toBe(keys);
});

test.each([
  ['film.mp4', true],
  ['Photo.JPG', true],
  ['film.webm', false],
  ['song.mp3', false],
  ['post.zip', false],
])('whether the photo library takes %s: %j', (name, takes) => {
  expect(isForPhotos(name)).toBe(takes);
});
