import { LRUCache } from 'lru-cache';
import { boundedChunks } from '#/model/http/bounded-body.ts';
import type { Egress } from '#/server/egress/egress.ts';
import type { Engine, FoundFormat } from '#/server/engine/media/extraction.ts';
import type { Tags } from './mp4/tags.ts';

type CoverPorts = { egress: Egress; engine: Pick<Engine, 'find'> };

/** The picture that a song is shown with. */
export type CoverCache = { of(canonicalUrl: string, found: FoundFormat, signal: AbortSignal): Promise<Tags['cover']> };

const MAX_COVER_BYTES = 1024 * 1024;
const MAX_KEPT = 40;
/** A song without a picture is better than none: what does not come in this time stays away. */
const PATIENCE_MS = 2_000;

/** Reads thumbnails as covers and keeps some, so that a file's length stays what it was said to be. */
export function createCoverCache({ egress, engine }: CoverPorts): CoverCache {
  const kept = new LRUCache<string, Promise<Tags['cover']>>({ max: MAX_KEPT });

  async function read(canonicalUrl: string, thumbnailId: string): Promise<Tags['cover']> {
    const found = await engine.find(canonicalUrl, thumbnailId);
    const source = found.ok ? found.value.parts[0]?.source : undefined;
    if (!source) return null;
    const { url, headers, route } = source;
    const { status, body } = await egress.request(url, { headers, route, signal: AbortSignal.timeout(PATIENCE_MS) });
    if (status !== 200) {
      body.destroy();
      return null;
    }
    const chunks = await boundedChunks<Buffer>(body, MAX_COVER_BYTES);
    return chunks && asCover(Buffer.concat(chunks));
  }

  return {
    async of(canonicalUrl, { media, format }) {
      const item = media.items.find(({ formats }) => formats.some(({ id }) => id === format.id));
      const thumbnailId = item?.thumbnailId ?? media.thumbnailId;
      if (!thumbnailId) return null;
      const key = `${canonicalUrl} ${thumbnailId}`;
      // Whatever keeps a picture away is no reason to keep the sound away.
      const reading = kept.get(key) ?? read(canonicalUrl, thumbnailId).catch(() => null);
      kept.set(key, reading);
      return reading;
    },
  };
}

/** Players know two kinds of pictures in a file's tags. */
function asCover(bytes: Buffer): Tags['cover'] {
  if (bytes.length > 3 && bytes.readUIntBE(0, 3) === 0xffd8ff) return { contentType: 'image/jpeg', bytes };
  if (bytes.length > 4 && bytes.readUInt32BE(0) === 0x89504e47) return { contentType: 'image/png', bytes };
  return null;
}
