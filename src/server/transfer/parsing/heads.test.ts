import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { HOSTILE_FILES } from '../fixtures/hostile-files.ts';
import { memoryInput } from '../fixtures/memory-input.ts';
import type { Input } from '../layout/input.ts';
import { TransferError } from '../transfer-error.ts';
import { createHeads } from './heads.ts';

const limits = { maxOldGenerationSizeMb: 48, maxYoungGenerationSizeMb: 8, stackSizeMb: 4 };
const file = join(import.meta.dirname, '../fixtures/dying-thread.ts');
const heads = createHeads({ silenceMs: 1_500, limits, file });
afterAll(() => heads.close());

const FOREVER = new AbortController().signal;
const CUES = 'WEBVTT\n\n00:01.000 --> 00:02.000\nHello\n';
const OPTIONS = {
  tags: { title: '', author: null, link: '', date: null, cover: null, chapters: [] },
  contentType: 'video/mp4',
  language: null,
  framesPerSecond: null,
  wanted: ['video' as const],
  isForPlaying: false,
};

function cuesOf(text: string) {
  return heads.run('cues', [], { text, from: 'vtt' }, FOREVER);
}

async function failureOf(work: Promise<unknown>): Promise<string | undefined> {
  const error = await work.catch((thrown: unknown) => thrown);
  if (error instanceof TransferError) return error.failure.code;
  if (error instanceof Error) throw error;
  return undefined;
}

function hostile(name: RegExp): Input {
  const file = HOSTILE_FILES.find((one) => name.test(one.name));
  return memoryInput(file?.bytes() ?? Buffer.alloc(0));
}

function merge(input: Input, signal = FOREVER) {
  return heads.run('mp4', [input], { options: OPTIONS, cut: null }, signal);
}

test.each(['hang', 'eat'])(
  'a head that makes its thread %s is a failure, and those beside it are read',
  async (text) => {
    // All begin before the thread is stuck, or are still waiting for it.
    const beside = Array.from({ length: 5 }, () => cuesOf(CUES));
    const dying = failureOf(cuesOf(text));
    const behind = Array.from({ length: 5 }, () => cuesOf(CUES));
    expect(await dying).toBe('media_damaged');
    for (const cues of await Promise.all([...beside, ...behind])) expect(cues).toMatchObject([{ text: 'Hello' }]);
    expect(await cuesOf(CUES)).toHaveLength(1);
  },
);

test('this thread has little to do with a head that was made to take long', async () => {
  const files = HOSTILE_FILES.filter(({ parser }) => parser === 'mp4').map(({ bytes }) => memoryInput(bytes()));
  const before = process.threadCpuUsage();
  for (const file of files) await failureOf(merge(file));
  const { user, system } = process.threadCpuUsage(before);
  // What is left is to hand over what was read. Without threads it is seconds.
  expect((user + system) / 1000 / files.length).toBeLessThan(100);
});

test('whoever waits for bytes keeps nobody waiting, and bytes may come of another order', async () => {
  const { totalBytes, read } = hostile(/share entries/);
  // More than there are threads. A playlist is read anew while the heads of its segments are read.
  const waiting = Array.from({ length: 12 }, () =>
    failureOf(
      merge({
        totalBytes,
        async read(offset, length) {
          expect(await cuesOf(CUES)).toMatchObject([{ text: 'Hello' }]);
          return read(offset, length);
        },
      }),
    ),
  );
  expect(await Promise.all(waiting)).toEqual(Array.from({ length: 12 }, () => 'media_damaged'));
});

test('a failure keeps its code and its cause', async () => {
  const error = await merge(hostile(/share entries/)).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(TransferError);
  expect(error).toMatchObject({
    failure: { code: 'media_damaged' },
    cause: { message: 'indexes that share an index' },
  });
});

test('what reading throws comes out as it was thrown', async () => {
  const gone = new TransferError('format_gone');
  await expect(merge({ totalBytes: 1000, read: () => Promise.reject(gone) })).rejects.toBe(gone);
  const strange = new TypeError('not ours');
  await expect(merge({ totalBytes: 1000, read: () => Promise.reject(strange) })).rejects.toBe(strange);
});

test('whoever leaves does not wait, and what is read for them ends', async () => {
  const leaving = new AbortController();
  let ended: AbortSignal | undefined;
  const begun = Promise.withResolvers<void>();
  const input: Input = {
    totalBytes: 1000,
    read: (_, __, signal) => {
      ended = signal;
      begun.resolve();
      return new Promise(() => {});
    },
  };
  const left = failureOf(merge(input, leaving.signal));
  await begun.promise;
  leaving.abort();
  expect(await left).toBe('cancelled');
  expect(ended?.aborted).toBe(true);
  expect(await failureOf(merge(input, leaving.signal))).toBe('cancelled');
});

test('an input whose bytes are long in coming is waited for', async () => {
  const slow = memoryInput(Buffer.from('not a film at all'));
  const input: Input = {
    totalBytes: slow.totalBytes,
    async read(offset, length) {
      await new Promise((resolve) => setTimeout(resolve, 2_500));
      return slow.read(offset, length);
    },
  };
  expect(await failureOf(merge(input))).toBe('media_damaged');
});
