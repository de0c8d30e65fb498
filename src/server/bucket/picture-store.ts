import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { repeat } from '#/server/observability/repeat.ts';
import { type Bucket, BucketError, type ListedFile } from './bucket.ts';

/** A picture that was made, as it is kept. */
type Kept = { bytes: Buffer; contentType: string };

/** Pictures that were made for pages, in the bucket of all servers. */
export type PictureStore = {
  /** `name`: all that tells a picture from others. null: it is not there. */
  get(name: readonly unknown[]): Promise<Kept | null>;
  put(name: readonly unknown[], picture: Kept): Promise<void>;
  /** Deletes what is old, and of the rest what is too much, the oldest first. */
  sweep(): Promise<void>;
  close(): Promise<void>;
};

export type PictureStoreSettings = {
  /** What its keys in the bucket begin with, for one store alone. */
  prefix: `${string}/`;
  keptS: number;
  maxBytes: number;
};

const SWEEP_EVERY_MS = 30 * 60_000;

export function createPictureStore(bucket: Bucket, { prefix, keptS, maxBytes }: PictureStoreSettings): PictureStore {
  let bytesSinceSweep = 0;
  const sweeps = repeat(sweep, SWEEP_EVERY_MS, unlessBug);

  async function sweep(): Promise<void> {
    bytesSinceSweep = 0;
    const files: ListedFile[] = await Array.fromAsync(bucket.list(prefix));
    const newestFirst = files.toSorted((a, b) => b.modifiedAt.getTime() - a.modifiedAt.getTime());
    const oldestMs = Date.now() - keptS * 1000;
    let bytes = 0;
    for (const { key, bytes: own, modifiedAt } of newestFirst) {
      bytes += own;
      if (bytes > maxBytes || modifiedAt.getTime() < oldestMs) await bucket.delete(key);
    }
  }

  return {
    async get(name) {
      try {
        const { body, contentType } = await bucket.open(prefix + keyOf(name));
        return { bytes: await buffer(body), contentType };
      } catch (error) {
        unlessBug(error);
        return null;
      }
    },
    async put(name, { bytes, contentType }) {
      try {
        await bucket.put(prefix + keyOf(name), Readable.from([bytes]), { contentType });
      } catch (error) {
        unlessBug(error);
      }
      bytesSinceSweep += bytes.length;
      if (bytesSinceSweep > maxBytes / 4) void sweeps.now();
    },
    sweep,
    close: sweeps.close,
  };
}

function keyOf(name: readonly unknown[]): string {
  return createHash('sha256').update(JSON.stringify(name)).digest('hex');
}

/** A bucket that is full or away is no reason to show no pictures. */
function unlessBug(error: unknown): void {
  if (!(error instanceof BucketError)) throw error;
}
