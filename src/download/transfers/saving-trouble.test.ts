import { expect, test } from 'vitest';
import { savingTrouble } from './saving-trouble.ts';

const ANDROID =
  'Mozilla/5.0 (Linux; Android 14; Pixel 8; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/129.0 Mobile Safari/537.36';
const IPHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)';

test.each([
  [`${ANDROID} Instagram 350.0.0.40.90 Android`, 'Instagram'],
  [`${IPHONE} Mobile/15E148 [FBAN/FBIOS;FBAV/480.0.0.30.108;FBBV/1]`, 'Facebook'],
  [`${ANDROID} [FB_IAB/FB4A;FBAV/480.0.0.0.1;]`, 'Facebook'],
  [`${ANDROID} musical_ly_2023606030 BytedanceWebview/d8a21c6`, 'TikTok'],
  [`${IPHONE} Mobile/15E148 Twitter for iPhone/10.62`, 'X'],
  [ANDROID, null],
])('a browser inside an app is known by what the app adds to its name: %s', (userAgent, name) => {
  expect(savingTrouble({ userAgent })).toEqual({ kind: 'app', name });
});

test('so is the site on the home screen of an iPhone; other browsers save', () => {
  const safari = `${IPHONE} Version/18.1 Mobile/15E148 Safari/604.1`;
  expect(savingTrouble({ userAgent: safari, standalone: true })).toEqual({ kind: 'homeScreen' });
  expect(savingTrouble({ userAgent: safari, standalone: false })).toBeNull();
  expect(savingTrouble({ userAgent: ANDROID.replace('; wv', '') })).toBeNull();
});
