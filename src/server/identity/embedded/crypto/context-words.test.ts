import { expect, test } from 'vitest';
import { isMadeOfContext } from './context-words.ts';

const NAMES = ['zoe.martin@example.com', 'Zoë', 'Li', ''];

test.each([
  'Clipferry-2026',
  '1clipFERRY!',
  'YouTubeVideo9',
  'Admin-Admin-1',
  'Zoe.Martin1',
  'martinZoe77',
  'Zoë-Martin-1',
  'Example.com-1',
])('%s is made of what the site and the person are called', (password) => {
  expect(isMadeOfContext(password, NAMES)).toBe(true);
});

test.each(['Clipferry-horse-9', 'Zoe-and-Martin-1', 'Lili-1234', '12345678', 'Correct-horse-1', 'xZoeMartin1'])(
  '%s is not, or not alone',
  (password) => {
    expect(isMadeOfContext(password, NAMES)).toBe(false);
  },
);
