import { CONVERSIONS } from '#/model/media/codecs.ts';
import { fail, ok, type Result } from '#/model/failure.ts';
import type { Format } from '#/model/media/media.ts';
import { type Combined, converted, isSamePicture, joined, mergedFormat, mixed, single } from './combine-formats.ts';
import type { Recipe } from './extraction.ts';
import type { SourceFormat, SourceFormats } from './source-formats.ts';

/**
 * A format that is not listed: a source by itself (`140-es`), a picture with a sound (`137+140-es`), or a sound made into another kind of
 * file (`mp3-320+140-es`). undefined: there is no such thing.
 */
export function formatOfId(id: string, sourceFormats: SourceFormats): Combined | undefined {
  const own = sourceFormats.byId.get(id);
  if (own) return own.inSegments ? undefined : single(own.format);
  // Ids of sources may have a plus of their own.
  for (let at = id.indexOf('+'); at > 0; at = id.indexOf('+', at + 1)) {
    const [left, right] = [id.slice(0, at), id.slice(at + 1)];
    const picture = sourceFormats.byId.get(left);
    const prefix = picture?.prefix ?? prefixOf(left);
    const sound = prefix === undefined ? undefined : sourceFormats.byId.get(`${prefix}${right}`);
    if (sound?.format.kind !== 'audio') continue;
    if (picture) return picture.format.kind === 'video' ? filmOf(picture, [sound], sourceFormats) : undefined;
    return conversionOf(left, sound, sourceFormats);
  }
  return undefined;
}

/** Of a conversion's id what stands before its name; undefined: it is none. */
function prefixOf(id: string): string | undefined {
  return CONVERSIONS.flatMap(({ to }) => (id.endsWith(to) ? [id.slice(0, -to.length)] : [])).find((prefix) =>
    /^(?:\d+\.)?$/.test(prefix),
  );
}

/**
 * A format with another sound. `wanted`: id of an audio track, or of one of its sounds. Failures: format_gone for a track that is not
 * there, or not in what the format needs; invalid_request for a format whose sound cannot be exchanged.
 */
export function withOtherTrack(
  { format, recipe }: Combined,
  wanted: string,
  sourceFormats: SourceFormats,
): Result<Combined> {
  const parts = partsOf(recipe).flatMap((id) => sourceFormats.byId.get(id) ?? []);
  const [first] = parts;
  const prefix = first?.prefix ?? '';
  const isPlayed = format.kind === 'video+audio' || format.kind === 'audio';
  if (!first || !isPlayed) return fail('invalid_request');
  const sounds = soundsOf(wanted, prefix, sourceFormats);
  if (sounds.some((sound) => parts.includes(sound))) return ok({ format, recipe });
  const isWhole = format.kind === 'video+audio' && parts.length === 1;
  if (isWhole && first.inSegments) return fail('invalid_request');
  const made =
    format.kind === 'audio'
      ? soundLike(format, recipe, sounds, sourceFormats)
      : filmOf(isWhole ? pictureLike(first, sourceFormats) : first, sounds, sourceFormats);
  return made ? ok(made) : fail('format_gone');
}

function soundsOf(wanted: string, prefix: string, { byId }: SourceFormats): SourceFormat[] {
  const sounds = [...byId.values()].filter((one) => one.format.kind === 'audio' && one.prefix === prefix);
  const ofTrack = sounds.filter(({ trackId }) => trackId === wanted);
  return ofTrack.length > 0
    ? ofTrack
    : sounds.filter(({ format: { id } }) => id === wanted || id === `${prefix}${wanted}`);
}

/** The picture alone of a film that is one file. */
function pictureLike(film: SourceFormat, { byId }: SourceFormats): SourceFormat | undefined {
  return [...byId.values()].find(
    ({ format, prefix, inSegments }) =>
      format.kind === 'video' && !inSegments && prefix === film.prefix && isSamePicture(format, film.format),
  );
}

/** A picture with the best of these sounds that it can be put together with. */
function filmOf(
  picture: SourceFormat | undefined,
  sounds: readonly SourceFormat[],
  { canConvert }: SourceFormats,
): Combined | undefined {
  if (!picture) return undefined;
  const { format: video, prefix } = picture;
  const alike = sounds.filter(({ inSegments }) => inSegments === picture.inSegments).map(({ format }) => format);
  const [best] = alike;
  if (picture.inSegments) return best && joined(video, best, prefix);
  return mergedFormat(video, alike, prefix) ?? (best && canConvert ? mixed(video, best, prefix) : undefined);
}

/** The sound as a file of the same kind, where there is one, or made into it. */
function soundLike(
  format: Format,
  recipe: Recipe,
  sounds: readonly SourceFormat[],
  sourceFormats: SourceFormats,
): Combined | undefined {
  const whole = sounds.filter(({ inSegments }) => !inSegments);
  const [best] = whole;
  if (recipe.kind === 'convert') return best && conversionOf(recipe.to, best, sourceFormats);
  const sameFile = whole.filter((sound) => sound.format.container === format.container);
  const sound = sameFile.find((one) => one.format.audioCodec === format.audioCodec) ?? sameFile[0] ?? best;
  return sound && single(sound.format);
}

function conversionOf(
  id: string,
  { format, prefix }: SourceFormat,
  { canConvert }: SourceFormats,
): Combined | undefined {
  const conversion = CONVERSIONS.find(({ to }) => id === to || id === `${prefix}${to}`);
  const made = conversion && canConvert ? converted(single(format), conversion, prefix) : undefined;
  return made && { ...made, format: { ...made.format, id: `${made.format.id}+${format.id.slice(prefix.length)}` } };
}

/** Ids of the formats whose sources a recipe takes. */
export function partsOf(recipe: Recipe): string[] {
  if (recipe.kind === 'direct') return [recipe.from];
  if (recipe.kind === 'convert') return partsOf(recipe.of);
  return [recipe.video, recipe.audio].filter((id) => id !== null);
}
