import { ok } from '#/model/failure.ts';
import type { CachedExtractor } from './extraction-cache.ts';
import { recognise } from './links/link.ts';
import type { LinkReader } from './links/link-reader.ts';
import { entryOfFormat, listPageFrom } from './lists/list-page.ts';
import type { Engine, Extraction } from './media/extraction.ts';
import { findFormat } from './media/find-format.ts';
import { isList, type MediaLink } from './platforms/rules.ts';

type Ports = { links: LinkReader; extractor: Pick<CachedExtractor, 'get' | 'kept'> };

/** Turns links into media, and finds formats of them. */
export function createResolver({ links, extractor }: Ports): Pick<Engine, 'resolve' | 'find' | 'identify' | 'known'> {
  return {
    async resolve(link, { from = 1, signal } = {}) {
      const reading = await links.read(link, signal);
      if (!reading.ok) return reading;
      const { platform, media } = reading.value;
      const result = await extractor.get({ platform, link: media, from }, { signal });
      if (!result.ok) return result;
      return ok(withHints(isList(media) ? listPageFrom(result.value, from) : result.value, media));
    },

    async find(canonicalUrl, formatId, { sound, signal } = {}) {
      const reading = await links.read(canonicalUrl, signal);
      if (!reading.ok) return reading;
      const { platform, media } = reading.value;
      const from = entryOfFormat(media, formatId);
      const found = await extractor.get({ platform, link: media, from }, { signal });
      return found.ok ? findFormat(found.value, formatId, sound) : found;
    },

    async identify(link, { signal } = {}) {
      const reading = await links.follow(link, signal);
      if (!reading.ok) return reading;
      const { platform, media } = reading.value;
      return ok({ platform, canonicalUrl: media.canonicalUrl, id: media.id });
    },

    known(link) {
      const reading = recognise(link);
      if (!reading.ok || !('media' in reading.value)) return null;
      return extractor.kept(reading.value.platform, reading.value.media);
    },
  };
}

/** What is kept of a media is the same for all links to it; where to begin is each link's own. */
function withHints(extraction: Extraction, { hints }: MediaLink): Extraction {
  const { media } = extraction;
  const own = { startS: hints?.startS ?? media.hints.startS, itemIndex: hints?.itemIndex ?? null };
  return { ...extraction, media: { ...media, hints: own } };
}
