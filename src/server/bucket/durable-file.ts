import { createWriteStream } from 'node:fs';
import { mkdir, open, rename } from 'node:fs/promises';
import { dirname } from 'node:path';
import { pipeline } from 'node:stream/promises';

/** For its owner alone, as the data folder it is in. */
export const FOLDER_MODE = 0o700;
const FILE_MODE = 0o600;

/** Writes a new file and has the disk keep it. When that fails, what was written is still there, and nothing is written any more. */
export async function writeNewFile(
  path: string,
  chunks: AsyncIterable<Uint8Array>,
  signal?: AbortSignal,
): Promise<void> {
  // `flush` is an fsync before the file is closed.
  const file = createWriteStream(path, { flags: 'wx', mode: FILE_MODE, flush: true });
  const closed = new Promise((resolve) => file.once('close', resolve));
  try {
    await pipeline(chunks, file, { signal });
  } finally {
    // An abort does not wait for a file that is just being opened: removed before, it would come into being behind.
    await closed;
  }
}

/** Moves a finished file to its place, which may be taken, and has the disk keep the folders that name it. */
export async function moveDurably(from: string, to: string): Promise<void> {
  const folder = dirname(to);
  const firstMade = await mkdir(folder, { recursive: true, mode: FOLDER_MODE });
  await rename(from, to);
  await syncFolder(folder);
  if (firstMade !== undefined) await syncFoldersAbove(folder, dirname(firstMade));
}

/** A new folder is an entry of the one above it. */
async function syncFoldersAbove(folder: string, highest: string): Promise<void> {
  const above = dirname(folder);
  await syncFolder(above);
  if (above !== highest) await syncFoldersAbove(above, highest);
}

async function syncFolder(path: string): Promise<void> {
  const handle = await open(path);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
