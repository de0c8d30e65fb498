import { expect, test } from 'vitest';
import { readPlayerAddress } from './protocol.ts';

test.each([
  [
    'https://www.youtube.com/s/player/c9168c90/player_ias.vflset/en_US/base.js',
    'c9168c90-player_ias_vflset_en_US_base',
  ],
  [
    'https://www.youtube.com/s/player/51a7e001/tv-player-ias.vflset/tv-player-ias.js?v=1#x',
    '51a7e001-tv_player_ias_vflset_tv_player_ias',
  ],
])('%s is player %s, without what is no part of it', (text, key) => {
  expect(readPlayerAddress(text)).toEqual({ key, url: text.replace(/[?#].*/, '') });
});

test.each([
  'http://www.youtube.com/s/player/c9168c90/base.js',
  'https://www.youtube.com:8443/s/player/c9168c90/base.js',
  'https://www.youtube.com.evil.example/s/player/c9168c90/base.js',
  'https://www.youtube.com/s/player/c9168c90/../../api.js',
  'https://www.youtube.com/s/player/c9168c90/%2e%2e/api.js',
  'https://www.youtube.com/s/player/c9168c90/a%00b.js',
  'https://www.youtube.com/s/player/latest/base.js',
  'https://www.youtube.com/watch?v=/s/player/c9168c90/base.js',
  `https://www.youtube.com/s/player/c9168c90/${'a'.repeat(300)}.js`,
  '/s/player/c9168c90/base.js',
  '',
])('%s is no player', (text) => {
  expect(readPlayerAddress(text)).toBeNull();
});
