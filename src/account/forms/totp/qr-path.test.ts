import jsQr from 'jsqr';
import { expect, test } from 'vitest';
import { otpauthUri } from './otpauth.ts';
import { drawQr } from './qr-path.ts';

/** What a phone's camera would see: four pixels a module, painted from the path's rectangles. */
function scan(size: number, path: string): string | undefined {
  const scale = 4;
  const width = size * scale;
  const pixels = new Uint8ClampedArray(width * width * 4).fill(255);
  for (const [, x, y, length] of path.matchAll(/M(\d+) (\d+)h(\d+)v1h-\d+z/g)) {
    for (let row = Number(y) * scale; row < (Number(y) + 1) * scale; row += 1)
      for (let column = Number(x) * scale; column < (Number(x) + Number(length)) * scale; column += 1)
        pixels.fill(0, (row * width + column) * 4, (row * width + column) * 4 + 3);
  }
  return jsQr(pixels, width, width)?.data;
}

test('an authenticator app reads from the drawing what was put into it', () => {
  const uri = otpauthUri({ issuer: 'Clip & ferry', account: 'ada@example.com', secret: 'JBSWY3DPEHPK3PXP' });
  expect(uri).toBe(
    'otpauth://totp/Clip%20%26%20ferry:ada%40example.com?secret=JBSWY3DPEHPK3PXP&issuer=Clip%20%26%20ferry',
  );
  const drawn = drawQr(uri);
  if (!drawn.ok) throw new Error(drawn.failure);
  expect(scan(drawn.value.size, drawn.value.path)).toBe(uri);
});

test('there is nothing to draw without a secret', () => {
  expect(drawQr(otpauthUri({ issuer: 'a', account: 'b', secret: '' }))).toEqual({ ok: false, failure: 'empty' });
});

test('the largest text that fits is drawn, one more byte is too much', () => {
  expect(drawQr('é'.repeat(1476)).ok).toBe(true);
  expect(drawQr('a'.repeat(2953)).ok).toBe(true);
  expect(drawQr('a'.repeat(2954))).toEqual({ ok: false, failure: 'too_big' });
});
