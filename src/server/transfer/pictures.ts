import { availableParallelism } from 'node:os';
import { fail, ok, type Result } from '#/model/failure.ts';
import type { Engine } from '#/server/engine/media/extraction.ts';
import { readWhole } from './read-file.ts';
import { createSemaphore } from './transcode/semaphore.ts';
import type { FileTransfer } from './transfer.ts';
import { TransferError } from './transfer-error.ts';
import type { Picture } from './pictures/picture.ts';
import { asPicture, openShrink, type Shrink, type ShrunkType } from './pictures/shrink.ts';

export type { Picture } from './pictures/picture.ts';
export type { ShrunkType } from './pictures/shrink.ts';

/** How a picture is wanted: as it is, or at most so wide. */
export type PictureWish = { widthPx: number; type: ShrunkType } | null;

export type Pictures = {
  /**
   * A picture of a media, whole. Failures: those of Engine.find and FileTransfer.prepare; link_invalid for what is no picture;
   * upstream_too_large, in bytes or in pixels; media_damaged; busy.
   */
  read(canonicalUrl: string, formatId: string, wish: PictureWish, signal: AbortSignal): Promise<Result<Picture>>;
};

type Ports = { engine: Pick<Engine, 'find'>; transfer: Pick<FileTransfer, 'prepare'>; log: (line: string) => void };

/** Above any photo of a platform; it is held in memory. */
const MAX_BYTES = 12 * 1024 * 1024;
/** Originals that are held at the same time, from their reading until they are made smaller. A list asks for some dozens at once. */
const HOLDING = { count: 6, maxWaiting: 200 };
/** Those of them that are made smaller: beside one processor that answers. */
const MAKING = { count: Math.min(2, Math.max(1, availableParallelism() - 1)), maxWaiting: HOLDING.count };

/** Reads pictures and makes them smaller, a few at a time. */
export function createPictures({ engine, transfer, log }: Ports): Pictures {
  const holding = createSemaphore(HOLDING);
  const making = createSemaphore(MAKING);
  let shrink: Promise<Shrink> | undefined;

  /** With the first picture. On a system that the library is not made for, pictures stay as they are. */
  function loadShrink(): Promise<Shrink> {
    shrink ??= openShrink().catch((error: Error): Shrink => {
      log(`Thumbnails stay as large as they are. ${error.message.split('\n', 1)[0]}`);
      return async (original) => original;
    });
    return shrink;
  }

  async function load(canonicalUrl: string, formatId: string, signal: AbortSignal): Promise<Result<Picture>> {
    const found = await engine.find(canonicalUrl, formatId, { signal });
    if (!found.ok) return found;
    if (found.value.format.kind !== 'image' || found.value.recipe.kind === 'convert') return fail('link_invalid');
    const prepared = await transfer.prepare(canonicalUrl, found.value, { startAt: 0, isForPlaying: true, signal });
    if (!prepared.ok) return prepared;
    const { totalBytes } = prepared.value;
    if (totalBytes === null || totalBytes > MAX_BYTES) return fail('upstream_too_large');
    const bytes = await readWhole(prepared.value, signal);
    return bytes.ok ? ok(asPicture(bytes.value)) : bytes;
  }

  return {
    async read(canonicalUrl, formatId, wish, signal) {
      try {
        const make = wish && (await loadShrink());
        return await within(holding, signal, async () => {
          const original = await load(canonicalUrl, formatId, signal);
          if (!original.ok || !make) return original;
          return ok(await within(making, signal, () => make(original.value, wish)));
        });
      } catch (error) {
        if (signal.aborted) return fail('cancelled');
        if (error instanceof TransferError) return { ok: false, failure: error.failure };
        throw error;
      }
    },
  };
}

async function within<T>(
  semaphore: ReturnType<typeof createSemaphore>,
  signal: AbortSignal,
  work: () => Promise<T>,
): Promise<T> {
  const giveBack = await semaphore.acquire(signal);
  try {
    return await work();
  } finally {
    giveBack();
  }
}
