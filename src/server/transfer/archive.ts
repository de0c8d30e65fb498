import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { FoundFormat } from '#/server/engine/media/extraction.ts';
import type { Piece } from './layout/layout.ts';
import { type LayoutInput, serveLayout, type Sink } from './layout/serve-layout.ts';
import type { Plan } from './plan.ts';
import type { BufferPool } from './reading/buffer-pool.ts';
import { createCrcCache, type CrcCache } from './zip/crc.ts';
import { layOutZip } from './zip/zip.ts';

type ArchiveEntry = { found: FoundFormat; name: string; plan: Plan };

/** A ZIP of files, stored, of known length, any range of which can be read. */
type Archive = {
  totalBytes: number;
  contentType: string;
  etag: string;
  write(range: { start: number; end: number }, sink: Sink): Promise<void>;
};

const MAX_KEPT_BOOKS = 50;
/** Where a platform does not tell when a post was made; a ZIP cannot be older. */
const OLDEST_TIME = new Date(Date.UTC(1980, 0, 1));

/** Check sums of archives that were read a moment ago: who resumes one need not have its beginning read again for them. */
type CrcCaches = LRUCache<string, CrcCache>;

export function createCrcCaches(): CrcCaches {
  return new LRUCache({ max: MAX_KEPT_BOOKS });
}

export function layOutArchive(
  entries: readonly ArchiveEntry[],
  caches: CrcCaches,
  { bufferPool, signal }: { bufferPool: BufferPool; signal: AbortSignal },
): Archive {
  const etag = etagOf(entries);
  const cache = caches.get(etag) ?? createCrcCache(entries.map(({ plan }) => plan.layout.totalBytes));
  caches.set(etag, cache);

  /** Of an entry that was not read whole in this process: it is read once more, for its check sum, which is kept as if it had passed. */
  async function crcOf(index: number): Promise<number> {
    const known = cache.of(index);
    const plan = entries[index]?.plan;
    if (known !== undefined || !plan) return known ?? 0;
    const { layout, inputs } = plan;
    let offset = 0;
    await serveLayout(layout, inputs, { start: 0, end: layout.totalBytes - 1, bufferPool, signal }, (bytes) => {
      cache.pass(index, offset, bytes);
      offset += bytes.length;
      return undefined;
    });
    return cache.of(index) ?? 0;
  }

  const firstInputs = starts(entries.map(({ plan }) => plan.inputs.length));
  const layout = layOutZip(
    entries.map(({ found, name, plan }, index) => ({
      name,
      totalBytes: plan.layout.totalBytes,
      modifiedAt: found.media.publishedAt ? new Date(found.media.publishedAt) : OLDEST_TIME,
      pieces: plan.layout.pieces.map((piece) => renumbered(piece, firstInputs[index] ?? 0)),
    })),
    crcOf,
  );
  // One group: the files come one after the other, and the next is begun before the last has ended.
  const inputs: LayoutInput[] = entries.flatMap(({ plan }) => plan.inputs.map(({ file }) => ({ file, group: 0 })));
  const places = placesOf(entries, layout.pieces);

  return {
    totalBytes: layout.totalBytes,
    contentType: layout.contentType,
    etag,
    async write({ start, end }, sink) {
      let position = start;
      await serveLayout(layout, inputs, { start, end, bufferPool, signal }, (bytes) => {
        note(cache, places, position, bytes);
        position += bytes.length;
        return sink(bytes);
      });
    },
  };
}

function etagOf(entries: readonly ArchiveEntry[]): string {
  const identity = entries.map(({ name, plan }) => [name, plan.etag]);
  return `"${createHash('sha256').update(JSON.stringify(identity)).digest('base64url').slice(0, 27)}"`;
}

function starts(lengths: readonly number[]): number[] {
  let sum = 0;
  return lengths.map((length) => (sum += length) - length);
}

function renumbered(piece: Piece, by: number): Piece {
  return piece.kind === 'bytes' || piece.kind === 'made' ? piece : { ...piece, input: piece.input + by };
}

type Place = { start: number; end: number };

/** Where each entry's own bytes lie: behind its header, and before the record that tells its check sum. */
function placesOf(entries: readonly ArchiveEntry[], pieces: readonly Piece[]): Place[] {
  let index = 0;
  let position = 0;
  return entries.map(({ plan }) => {
    position += pieces[index]?.length ?? 0;
    const start = position;
    index += 1 + plan.layout.pieces.length;
    position += plan.layout.totalBytes;
    const end = position;
    position += pieces[index]?.length ?? 0;
    index += 1;
    return { start, end };
  });
}

function note(cache: CrcCache, places: readonly Place[], position: number, bytes: Uint8Array): void {
  for (const [index, { start, end }] of places.entries()) {
    const from = Math.max(position, start);
    const to = Math.min(position + bytes.length, end);
    if (from < to) cache.pass(index, from - start, bytes.subarray(from - position, to - position));
  }
}
