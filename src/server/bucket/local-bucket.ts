import { randomUUID } from 'node:crypto';
import type { Dirent } from 'node:fs';
import { type FileHandle, mkdir, open, readdir, rm, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { addAbortSignal, Readable } from 'node:stream';
import type { Result } from '#/model/failure.ts';
import { type Bucket, BucketError, cancelledBy, type ListedFile } from './bucket.ts';
import { readTrailer, TRAILER_BYTES, trailerOf } from './content-type-trailer.ts';
import { FOLDER_MODE, moveDurably, writeNewFile } from './durable-file.ts';
import { createIntake } from './intake.ts';
import { partsOfPrefix, keySegmentsOf } from './key.ts';
import { byteRangeOf } from './range.ts';
import { type FileGrant, signPath, verifyPath } from './signed-path.ts';

export type LocalBucket = Bucket & {
  kind: 'local';
  /** Judges the path and query of a request for `url`'s answer. Failures: link_invalid, link_expired. */
  verify(url: string): Result<FileGrant>;
};

type LocalPlace = {
  folder: string;
  /** Signs addresses. */
  secret: string;
  /** Whether no other process writes to this folder. */
  isAlone?: boolean;
};

/** Longer than any put takes; what is older was left by a process that died. Where no other process can be, all of it was. */
const UNFINISHED_FOR_MS = 24 * 60 * 60 * 1000;

/**
 * Files in a folder of this machine: `finished/` has them by key, `unfinished/` while they are written. A folder within a key ends
 * with `+`, which no key has, so that `a` and `a/b` can both be files; it stays when its last file is deleted. Only one process at a
 * time needs to write, but several may.
 */
export async function openLocalBucket({ folder, secret, isAlone = false }: LocalPlace): Promise<LocalBucket> {
  const finished = resolve(folder, 'finished');
  const unfinished = resolve(folder, 'unfinished');
  const folderOf = (segments: string[]) => join(finished, ...segments.map((segment) => `${segment}+`));
  const pathOf = (key: string) => {
    const segments = keySegmentsOf(key);
    return join(folderOf(segments.slice(0, -1)), segments.at(-1) ?? '');
  };
  await explained(async () => {
    for (const path of [folder, finished, unfinished]) await mkdir(path, { recursive: true, mode: FOLDER_MODE });
    await sweepUnfinished(unfinished, isAlone ? 0 : UNFINISHED_FOR_MS);
  });

  return {
    kind: 'local',
    async put(key, source, { contentType, signal }) {
      const target = pathOf(key);
      const trailer = trailerOf(contentType);
      const temporary = join(unfinished, randomUUID());
      const intake = createIntake(source, signal);
      try {
        await writeNewFile(temporary, followedBy(intake.chunks, trailer), signal);
        await moveDurably(temporary, target);
      } catch (error) {
        await rm(temporary, { force: true });
        throw intake.rejection(error, explainFileError);
      }
      return intake.measured();
    },
    open: (key, { start, end, signal } = {}) =>
      explained(async () => {
        const handle = await open(pathOf(key));
        try {
          const { bytes: totalBytes, contentType } = await headOf(handle);
          const range = byteRangeOf(start, end, totalBytes);
          if (signal?.aborted) throw cancelledBy(signal);
          const body = await readRange(handle, range);
          if (signal) addAbortSignal(signal, body);
          return { body, bytes: range.end - range.start + 1, totalBytes, contentType };
        } catch (error) {
          await handle.close();
          throw error;
        }
      }),
    head: (key) =>
      explained(async () => {
        const handle = await open(pathOf(key));
        try {
          return await headOf(handle);
        } finally {
          await handle.close();
        }
      }).catch((error: BucketError) => {
        if (error.code === 'not_found') return null;
        throw error;
      }),
    delete: (key) => explained(() => rm(pathOf(key), { force: true })),
    list(prefix) {
      const { folders, beginning } = partsOfPrefix(prefix);
      const above = folders.map((segment) => `${segment}/`).join('');
      return listFolder(folderOf(folders), above, beginning);
    },
    async url(key, { expiresAt, fileName }) {
      keySegmentsOf(key);
      return signPath(secret, { key, fileName, expiresAt });
    },
    verify: (url) => verifyPath(secret, url),
    close: async () => undefined,
  };
}

async function* followedBy(chunks: AsyncIterable<Uint8Array>, last: Uint8Array): AsyncGenerator<Uint8Array> {
  yield* chunks;
  yield last;
}

async function headOf(handle: FileHandle): Promise<{ bytes: number; contentType: string; modifiedAt: Date }> {
  const { size, mtime } = await handle.stat();
  const contentType = await readTrailer(handle, size);
  if (contentType === null) throw new BucketError('unavailable', 'A file in the bucket is damaged');
  return { bytes: size - TRAILER_BYTES, contentType, modifiedAt: mtime };
}

/** The stream closes the handle. A stream of no bytes cannot be asked of a file: both its ends are included. */
async function readRange(handle: FileHandle, range: { start: number; end: number }): Promise<Readable> {
  if (range.end >= range.start) return handle.createReadStream(range);
  await handle.close();
  return Readable.from([]);
}

async function* listFolder(path: string, above: string, beginning: string): AsyncGenerator<ListedFile> {
  for (const entry of await entriesOf(path)) {
    if (!entry.name.startsWith(beginning)) continue;
    if (entry.isDirectory()) {
      yield* listFolder(join(path, entry.name), `${above}${entry.name.slice(0, -1)}/`, '');
      continue;
    }
    const found = await explained(() => stat(join(path, entry.name))).catch(ignoreMissing);
    if (found) yield { key: `${above}${entry.name}`, bytes: found.size - TRAILER_BYTES, modifiedAt: found.mtime };
  }
}

async function entriesOf(path: string): Promise<Dirent[]> {
  return (await explained(() => readdir(path, { withFileTypes: true })).catch(ignoreMissing)) ?? [];
}

async function sweepUnfinished(folder: string, agedMs: number): Promise<void> {
  for (const name of await readdir(folder)) {
    const path = join(folder, name);
    const found = await stat(path).catch(ignoreMissing);
    if (found && Date.now() - found.mtimeMs >= agedMs) await rm(path, { force: true });
  }
}

function ignoreMissing(error: unknown): undefined {
  if (!isMissing(error)) throw error;
}

async function explained<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw explainFileError(error);
  }
}

/** The disk, the owner's share of it, or the largest file it allows. */
const FULL = new Set(['ENOSPC', 'EDQUOT', 'EFBIG']);

/** What a failed file operation means. The path stays out of the message. */
function explainFileError(error: unknown): BucketError {
  if (error instanceof BucketError) return error;
  const code = codeOf(error);
  if (code === 'ENOENT') return new BucketError('not_found', 'There is no such file', { cause: error });
  if (FULL.has(code)) return new BucketError('disk_full', 'No room is left for the file', { cause: error });
  return new BucketError('unavailable', `The folder cannot be used: ${code || 'unknown error'}`, { cause: error });
}

/** Whether a file was gone already, before or after it was explained. */
function isMissing(error: unknown): boolean {
  return error instanceof BucketError ? error.code === 'not_found' : codeOf(error) === 'ENOENT';
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
}
