import { describe, expect, test } from 'vitest';
import { joinSentences } from './format.ts';

describe('sentences', () => {
  test('have a space between them', () => {
    expect(joinSentences(['3 of 4.', null, 'One is private.', false])).toBe('3 of 4. One is private.');
  });

  test('have none behind a mark that is as wide as a letter', () => {
    expect(joinSentences(['4 件中 3 件です。', '非公開です。'])).toBe('4 件中 3 件です。非公開です。');
  });

  test('are nothing where there are none', () => {
    expect(joinSentences([undefined, ''])).toBe('');
  });
});
