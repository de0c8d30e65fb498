import { encode } from 'uqr';

/** Light modules around the code, as ISO/IEC 18004 asks for. */
const QUIET_ZONE = 4;
/** Bytes that the largest code, version 40 with the least error correction, has room for. */
const MAX_BYTES = 2953;

export type QrFailure = 'empty' | 'too_big';
type QrDrawing = { size: number; path: string };

/** A text as one SVG path of its dark modules, in a square of `size` modules. */
export function drawQr(content: string): { ok: true; value: QrDrawing } | { ok: false; failure: QrFailure } {
  if (content === '') return { ok: false, failure: 'empty' };
  if (new TextEncoder().encode(content).length > MAX_BYTES) return { ok: false, failure: 'too_big' };
  const { data, size } = encode(content, { ecc: 'L', boostEcc: true, border: QUIET_ZONE });
  return { ok: true, value: { size, path: data.flatMap(drawRow).join('') } };
}

/** Each run of dark modules is one rectangle. */
function drawRow(row: readonly boolean[], y: number): string[] {
  const runs = row
    .map((isDark) => (isDark ? '1' : '0'))
    .join('')
    .matchAll(/1+/g);
  return [...runs].map(({ index, 0: run }) => `M${index} ${y}h${run.length}v1h-${run.length}z`);
}
