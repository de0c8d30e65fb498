import { expect, test } from 'vitest';
import { deviceName } from './device-name.ts';

const WEBKIT = 'AppleWebKit/537.36 (KHTML, like Gecko)';

test.each([
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${WEBKIT} Chrome/150.0 Safari/537.36`, 'Chrome on Windows'],
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${WEBKIT} Chrome/150.0 Safari/537.36 Edg/150.0`, 'Edge on Windows'],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/26.0 Safari/605.1.15',
    'Safari on macOS',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 26_0 like Mac OS X) AppleWebKit/605.1.15 Version/26.0 Mobile/15E148 Safari/604.1',
    'Safari on iPhone',
  ],
  [`Mozilla/5.0 (Linux; Android 16; Pixel 9) ${WEBKIT} Chrome/150.0 Mobile Safari/537.36`, 'Chrome on Android'],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox on Linux'],
  ['macOS 14.2.1 arm macOS Not A(Brand/99.0;Google Chrome/150.0;Chromium/150.0', 'Chrome on macOS'],
  ['Windows 15.0.0 x86 Windows Chromium/150.0;Microsoft Edge/150.0', 'Edge on Windows'],
  ['Linux x86 Linux Chromium/150.0;Not_A Brand/24.0', 'Chromium on Linux'],
  ['Chrome OS 16.0 x86 Chrome OS Google Chrome/150.0', 'Chrome on ChromeOS'],
  ['Android 16 SM-S931B Android Samsung Internet/29.0;Chromium/140.0', 'Samsung Internet on Android'],
  ['Ada’s desk', 'Ada’s desk'],
  ['', 'Unknown device'],
  [null, 'Unknown device'],
])('%s is called %s', (name, expected) => {
  expect(deviceName(name)).toBe(expected);
});
