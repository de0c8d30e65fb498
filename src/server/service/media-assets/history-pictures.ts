import { fail, ok, type Result } from '#/model/failure.ts';
import type { ThumbnailWidth } from '#/model/media/thumbnail.ts';
import type { PictureStore } from '#/server/bucket/picture-store.ts';
import type { Engine } from '#/server/engine/media/extraction.ts';
import type { Picture, Pictures } from '#/server/transfer/pictures.ts';
import { createPictureCache } from './picture-cache.ts';

/**
 * Pictures of what users downloaded, kept as long as their history: a platform's own addresses are dead within days, and nobody is to ask
 * a platform again because somebody looks at a list.
 */
export type HistoryPictures = {
  /** Keeps the picture of a media that has just been read. Best effort: it fails no download. */
  keep(canonicalUrl: string): Promise<void>;
  /** Failures: format_gone. */
  read(canonicalUrl: string): Promise<Result<Picture>>;
};

type Ports = { engine: Pick<Engine, 'resolve'>; pictureStore: PictureStore; recent: PictureStore; pictures: Pictures };

/** Stands for a format in links to such pictures: no platform's format has a colon. */
export const HISTORY_PICTURE_ID = 'history:picture';

/** Of 80 points, on screens with two pixels a point. In a type that every browser shows, since one picture serves all of a user's devices. */
const WISH = { widthPx: 160 satisfies ThumbnailWidth, type: 'image/webp' } as const;
/** Nobody waits for it, and so it may not hold anything up for ever. */
const TIMEOUT_MS = 30_000;

export function createHistoryPictures({ engine, pictureStore, recent, pictures }: Ports): HistoryPictures {
  const cache = createPictureCache(recent, pictures);
  return {
    async keep(canonicalUrl) {
      if (await pictureStore.get([canonicalUrl])) return;
      const signal = AbortSignal.timeout(TIMEOUT_MS);
      const resolved = await engine.resolve(canonicalUrl, { signal });
      const formatId = resolved.ok ? resolved.value.media.thumbnailId : null;
      if (formatId === null) return;
      const made = await cache({ canonicalUrl, formatId, wish: WISH, signal });
      if (made.ok) await pictureStore.put([canonicalUrl], made.value);
    },
    async read(canonicalUrl) {
      const kept = await pictureStore.get([canonicalUrl]);
      return kept ? ok(kept) : fail('format_gone');
    },
  };
}
