import { expect, test } from 'vitest';
import { withBareTables } from './bare-tables.ts';

test('cells have one space around them; code, escaped bars and other lines stay as they are', () => {
  const padded = [
    '| a     | b   |',
    '| ----- | :-: |',
    '| `x\\|y`  |     |',
    '',
    'text |  and bars',
    '```',
    '| code    |',
    '```',
  ];
  const bare = ['| a | b |', '| --- | :---: |', '| `x\\|y` |  |', '', ...padded.slice(4)];
  expect(withBareTables(padded.join('\n'))).toBe(bare.join('\n'));
  expect(withBareTables(bare.join('\n'))).toBe(bare.join('\n'));
});
