import { crc32 } from 'node:zlib';

export type CrcCache = {
  /** Bytes of an entry from `offset` on. Those that passed before, and those behind a gap, change nothing. */
  pass(index: number, offset: number, bytes: Uint8Array): void;
  /** The CRC-32 of an entry, once all of it has passed. */
  of(index: number): number | undefined;
};

/**
 * Remembers the CRC-32 (ISO 3309, as ZIP has it) of entries while their bytes pass, each from its first byte on and in order.
 * `sizesBytes`: how long each entry is.
 */
export function createCrcCache(sizesBytes: readonly number[]): CrcCache {
  const passed = new Float64Array(sizesBytes.length);
  const crcs = new Uint32Array(sizesBytes.length);
  return {
    pass(index, offset, bytes) {
      const from = passed[index] ?? 0;
      const to = Math.min(offset + bytes.length, sizesBytes[index] ?? 0);
      if (offset > from || to <= from) return;
      crcs[index] = crc32(bytes.subarray(from - offset, to - offset), crcs[index] ?? 0);
      passed[index] = to;
    },
    of(index) {
      return passed[index] === sizesBytes[index] ? crcs[index] : undefined;
    },
  };
}
