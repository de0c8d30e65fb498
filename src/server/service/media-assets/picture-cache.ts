import { fail, ok, type Result } from '#/model/failure.ts';
import type { PictureStore } from '#/server/bucket/picture-store.ts';
import type { Picture, Pictures, PictureWish } from '#/server/transfer/pictures.ts';
import { createShared } from '#/server/transfer/reading/abortable.ts';
import type { LinkScope } from '../links/links.ts';

type PictureRequest = Pick<LinkScope, 'canonicalUrl' | 'formatId' | 'version'> & {
  wish: PictureWish;
  signal: AbortSignal;
};

/** Pictures from the store, or made and put there; those who ask for the same at once share the making. Failures: those of Pictures.read. */
export type PictureCache = (request: PictureRequest) => Promise<Result<Picture>>;

export function createPictureCache(pictureStore: PictureStore, pictures: Pictures): PictureCache {
  const making = new Map<string, (signal: AbortSignal) => Promise<Result<Picture>>>();

  return async ({ canonicalUrl, formatId, version = null, wish, signal }) => {
    const name = [canonicalUrl, formatId, version, wish?.widthPx ?? null, wish?.type ?? null];
    const kept = await pictureStore.get(name);
    if (kept) return ok(kept);
    const key = JSON.stringify(name);
    const make = async (whileWanted: AbortSignal): Promise<Result<Picture>> => {
      try {
        const made = await pictures.read(canonicalUrl, formatId, wish, whileWanted);
        // Not waited for: whoever asks has it already.
        if (made.ok) void pictureStore.put(name, made.value);
        return made;
      } finally {
        making.delete(key);
      }
    };
    const shared = making.get(key) ?? createShared(make);
    making.set(key, shared);
    try {
      return await shared(signal);
    } catch (error) {
      if (signal.aborted) return fail('cancelled');
      throw error;
    }
  };
}
