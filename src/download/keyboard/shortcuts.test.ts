import { describe, expect, test } from 'vitest';
import { shortcutOf } from './shortcuts.ts';

const PLAIN = { shiftKey: false, ctrlKey: false, metaKey: false, altKey: false, repeat: false, isComposing: false };
const press = (key: string, code: string, own: Partial<typeof PLAIN> = {}) =>
  shortcutOf({ key, code, ...PLAIN, ...own });
const shift = { shiftKey: true };

describe('a key means the same', () => {
  test.each([
    ['American', press('/', 'Slash'), press('p', 'KeyP'), press('2', 'Digit2'), press('?', 'Slash', shift)],
    ['Russian', press('.', 'Slash'), press('з', 'KeyP'), press('2', 'Digit2'), press(',', 'Slash', shift)],
    ['Greek', press('/', 'Slash'), press('π', 'KeyP'), press('2', 'Digit2'), press('?', 'Slash', shift)],
    ['German', press('/', 'Digit7', shift), press('p', 'KeyP'), press('2', 'Digit2'), press('?', 'Minus', shift)],
    ['French', press('/', 'Period', shift), press('p', 'KeyP'), press('é', 'Digit2'), press('?', 'KeyM', shift)],
    ['Dvorak', press('/', 'BracketLeft'), press('p', 'KeyR'), press('2', 'Digit2'), press('?', 'BracketLeft', shift)],
    [
      'with a number pad',
      press('/', 'NumpadDivide'),
      press('P', 'KeyP'),
      press('2', 'Numpad2'),
      press('?', 'Slash', shift),
    ],
  ])('on keyboards that are %s', (_, field, paste, mode, list) => {
    expect([field, paste, mode, list]).toEqual([
      { does: 'field' },
      { does: 'paste' },
      { does: 'mode', mode: 'audio' },
      { does: 'list' },
    ]);
  });
});

test('keys without a meaning, with a modifier, held down, or while a word is put together, mean nothing', () => {
  expect([press('x', 'KeyX'), press('6', 'Digit6'), press('.', 'Period'), press(',', 'Comma')]).toEqual([
    null,
    null,
    null,
    null,
  ]);
  expect(press('!', 'Digit1', shift)).toBeNull();
  for (const name of ['ctrlKey', 'metaKey', 'altKey', 'repeat', 'isComposing']) {
    expect(press('p', 'KeyP', { [name]: true }), name).toBeNull();
  }
  // Dvorak writes an l where others have the p.
  expect(press('l', 'KeyP')).toBeNull();
});
