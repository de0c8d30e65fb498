import { fail, ok, type Result } from '#/model/failure.ts';
import type { FoundFormat, Recipe } from '#/server/engine/media/extraction.ts';

/** A film without its sound, nothing else changed. Failure `invalid_request`: it is no film, or of a container that is only passed on. */
export function withoutSound(found: FoundFormat): Result<FoundFormat> {
  const { format, recipe, parts } = found;
  const [picture] = parts;
  const silent = pictureOf(recipe);
  const container = picture?.source.contentType === 'video/webm' ? 'webm' : 'mp4';
  const isPassedOn = recipe.kind === 'direct' && container !== 'mp4';
  if (!format.kind.startsWith('video') || !picture || !silent || isPassedOn) return fail('invalid_request');
  const muted = { ...format, kind: 'video', container, audioCodec: null, delivery: 'merge' } as const;
  return ok({ ...found, format: muted, recipe: silent, parts: [picture] });
}

function pictureOf(recipe: Recipe): Recipe | null {
  switch (recipe.kind) {
    case 'direct':
      return { kind: 'merge', video: recipe.from, audio: null };
    case 'merge':
    case 'segments':
      return recipe.video === null ? null : { ...recipe, video: recipe.video, audio: null };
    case 'convert':
      return recipe.to === 'mux' ? pictureOf(recipe.of) : null;
  }
}

/** A format whose file says nothing about itself: no title, author, date, link, chapters and cover. */
export function withoutTags(found: FoundFormat): FoundFormat {
  const { media } = found;
  const items = media.items.map((item) => ({ ...item, thumbnailId: null }));
  const unsaid = { title: '', author: null, publishedAt: null, canonicalUrl: '', chapters: [], thumbnailId: null };
  return { ...found, media: { ...media, ...unsaid, items } };
}
