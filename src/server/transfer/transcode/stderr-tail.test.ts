import { expect, test } from 'vitest';
import { createStderrTail } from './stderr-tail.ts';

function said(...texts: string[]): string {
  const tail = createStderrTail();
  for (const text of texts) tail.add(text);
  return tail.text();
}

test.each([
  ['lines become one', ['[mp3 @ 0x1] Header missing\n', 'Invalid data\r\n'], '[mp3 @ 0x1] Header missing Invalid data'],
  ['control characters go', ['a\u001b[31mred\u0000\u202e b'], 'a [31mred b'],
  ['addresses go', ["Opening 'https://cdn.example/v?token=1' for reading"], "Opening '[address] for reading"],
  ['addresses without a scheme go', ['redirected to cdn.example/v?token=1 now'], 'redirected to [address] now'],
  ['addresses in pieces go', ['see http', 's://cdn.example/', 'secret'], 'see [address]'],
  ['nothing', [], ''],
])('%s', (_, texts, expected) => {
  expect(said(...texts)).toBe(expected);
});

test('keeps the end, and no half address', () => {
  const text = said('old '.repeat(10), `https://cdn.example/${'x'.repeat(3000)}secret`, ` ${'y '.repeat(100)}end`);
  expect(text).toMatch(/^y y .* end$/);
  expect(text.length).toBeLessThanOrEqual(2048);
});
