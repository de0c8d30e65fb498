import type { Corpus, Fault, Input, Limits } from '../../src/server/transfer/fixtures/fuzz/fuzz.ts';
import { type ParserName, PARSERS } from '../../src/server/transfer/fixtures/parsers.ts';

/**
 * What a thread is told: its films and lists, its seed, how long it goes on, what no file may take more of, and where it notes which
 * file it is reading.
 */
export type FuzzTask = { corpus: Corpus; seed: number; seconds: number; limits: Limits; noted: SharedArrayBuffer };
/** What it tells, twice a second. `taken`: most that a file has, each by the limit that it is for; `kept`: files that led somewhere new. */
export type FuzzProgress = { inputs: number; coverage: number; taken: Limits; faults: Fault[]; kept: Input[] };

const NAMES = Object.keys(PARSERS) as ParserName[];
const HEADER_NUMBERS = 3;
const HEADER_BYTES = HEADER_NUMBERS * Uint32Array.BYTES_PER_ELEMENT;
/** Above what the fuzzer makes (fixtures/fuzz/mutate.ts). */
const MOST_BYTES = 256 * 1024;

/** Room for one file, in memory that outlives the thread that notes it. */
export function createNotes(): SharedArrayBuffer {
  return new SharedArrayBuffer(HEADER_BYTES + MOST_BYTES);
}

/** Before a file is read: should it be the end of its thread, it is known. */
export function noteFile(notes: SharedArrayBuffer, { parser, way, bytes }: Input): void {
  const length = Math.min(bytes.length, MOST_BYTES);
  new Uint32Array(notes, 0, HEADER_NUMBERS).set([NAMES.indexOf(parser), way, length]);
  new Uint8Array(notes, HEADER_BYTES).set(bytes.subarray(0, length));
}

export function notedFile(notes: SharedArrayBuffer): Input {
  const [parser = 0, way = 0, length = 0] = new Uint32Array(notes, 0, HEADER_NUMBERS);
  return { parser: NAMES[parser] ?? 'mp4', way, bytes: Buffer.from(new Uint8Array(notes, HEADER_BYTES, length)) };
}
