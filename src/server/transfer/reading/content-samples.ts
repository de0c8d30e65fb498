import { crc32 } from 'node:zlib';
import { TransferError } from '../transfer-error.ts';

/** A stretch of a file that was read, told by its CRC-32. */
export type Sample = { offset: number; length: number; sum: number };

/** What is remembered of a file's bytes, so that they can be known again: nothing but sums, a few hundred bytes for a file of any length. */
export type ContentSamples = {
  readonly isEmpty: boolean;
  /** Remembers the end of bytes that were taken as the file's. */
  note(offset: number, bytes: Uint8Array): void;
  /**
   * What is to be read anew before bytes from `offset` on are taken from elsewhere: the last 64 KB before them, as far as they are known,
   * and a sample further back; by their places in the file. Empty where nothing was read yet.
   */
  doubtsAt(offset: number): Sample[];
  /** The smallest stretch to read anew that says whether the file is still the same. */
  tip(offset: number): Sample | undefined;
  /** How many known samples lie wholly in these bytes. Throws media_changed when one of them is another. */
  compare(offset: number, bytes: Uint8Array): number;
  /** The same for bytes that pass one after the other, from `first` on. */
  passing(first: number): (bytes: Uint8Array) => void;
};

const BLOCK_BYTES = 16 * 1024;
/** Four of them are the 64 KB before a seam. */
const BLOCKS = 4;
/** Ends of reads that are remembered: each prefetcher has eight at a time, and a file two of them as a rule. */
const MAX_ENDS = 16;

export function createContentSamples(): ContentSamples {
  /** The end of each read, as blocks in the order of the file; the very first read first. */
  const ends: Sample[][] = [];

  function endBefore(offset: number): Sample[] {
    const endOf = (blocks: Sample[]) => (blocks.at(-1)?.offset ?? 0) + (blocks.at(-1)?.length ?? 0);
    const before = ends.filter((blocks) => endOf(blocks) <= offset);
    const sorted = (before.length > 0 ? before : ends).toSorted((a, b) => endOf(b) - endOf(a));
    return sorted[0] ?? [];
  }

  function check({ sum }: Sample, found: number): void {
    if (found !== sum) throw new TransferError('media_changed', { cause: new Error('other bytes than before') });
  }

  return {
    get isEmpty() {
      return ends.length === 0;
    },
    note(offset, bytes) {
      if (bytes.length === 0) return;
      const blocks: Sample[] = [];
      for (let end = bytes.length; end > 0 && blocks.length < BLOCKS; end -= BLOCK_BYTES) {
        const from = Math.max(0, end - BLOCK_BYTES);
        blocks.unshift({ offset: offset + from, length: end - from, sum: crc32(bytes.subarray(from, end)) });
      }
      ends.push(blocks);
      if (ends.length > MAX_ENDS) ends.splice(1, 1);
    },
    doubtsAt(offset) {
      const near = endBefore(offset);
      const [oldest = []] = ends;
      const far = oldest === near ? [] : oldest.slice(0, 1);
      return [...far, ...near].toSorted((a, b) => a.offset - b.offset);
    },
    tip: (offset) => endBefore(offset).at(-1),
    compare(offset, bytes) {
      const inside = ends
        .flat()
        .filter((sample) => sample.offset >= offset && sample.offset + sample.length <= offset + bytes.length);
      for (const sample of inside) {
        const from = sample.offset - offset;
        check(sample, crc32(bytes.subarray(from, from + sample.length)));
      }
      return inside.length;
    },
    passing(first) {
      const expected = ends
        .flat()
        .filter(({ offset }) => offset >= first)
        .map((sample) => ({ sample, sum: 0 }));
      let at = first;
      return (bytes) => {
        for (const one of expected) {
          const { offset, length } = one.sample;
          const [from, to] = [Math.max(at, offset), Math.min(at + bytes.length, offset + length)];
          if (to <= from) continue;
          one.sum = crc32(bytes.subarray(from - at, to - at), one.sum);
          if (to === offset + length) check(one.sample, one.sum);
        }
        at += bytes.length;
      };
    },
  };
}
