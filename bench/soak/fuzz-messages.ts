import { closeSync, ftruncateSync, openSync, renameSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import type { Corpus, Fault, Input, Limits } from '../../src/server/transfer/fixtures/fuzz/fuzz.ts';
import { type ParserName, PARSERS } from '../../src/server/transfer/fixtures/parsers.ts';

/**
 * What a thread is told: its films and lists, its seed, how long it goes on, what no file may take more of, where it notes which file it is
 * reading, and in which folder, if the whole process should end with it.
 */
export type FuzzTask = {
  corpus: Corpus;
  seed: number;
  seconds: number;
  limits: Limits;
  noted: SharedArrayBuffer;
  folder?: string;
};
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

/**
 * The same on disk, under a name that `--replay` takes: V8 ends the whole process where a thread wants more memory in one go than it gives
 * beyond the thread's limit.
 */
export function createDiskNotes(folder: string, name: string) {
  let path = join(folder, `none.0.reading-${name}`);
  const file = openSync(path, 'w');
  return {
    note({ parser, way, bytes }: Input): void {
      const next = join(folder, `${parser}.${way}.reading-${name}`);
      if (next !== path) renameSync(path, next);
      path = next;
      ftruncateSync(file);
      writeSync(file, bytes, 0, bytes.length, 0);
    },
    end(): void {
      closeSync(file);
      rmSync(path);
    },
  };
}
