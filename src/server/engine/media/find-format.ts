import { fail, ok, type Result } from '#/model/failure.ts';
import { allFormats, type Format } from '#/model/media/media.ts';
import type { Combined } from './combine-formats.ts';
import type { Extraction, FoundFormat, Part, Source } from './extraction.ts';
import { formatOfId, partsOf, withOtherTrack } from './on-demand.ts';
import { sameFormat } from './same-format.ts';

/** A format by its id, with all it takes to make it. `sound`: with that of an audio track, or of a sound format, of this id. */
export function findFormat(extraction: Extraction, formatId: string, sound: string | undefined): Result<FoundFormat> {
  const { media, sources, sourceFormats } = extraction;
  const { platform } = media;
  const known = listed(extraction, formatId) ?? formatOfId(formatId, sourceFormats);
  if (!known) return fail('format_gone', { platform });
  const asked = sound === undefined ? ok(known) : withOtherTrack(known, sound, sourceFormats);
  if (!asked.ok) return fail(asked.failure.code, { platform });
  const { format, recipe } = asked.value;
  const parts = partsOf(recipe).flatMap((id): Part[] => {
    const source = sources.get(id);
    return source ? [{ formatId: id, source }] : [];
  });
  return parts.length > 0 ? ok({ media, format, recipe, parts }) : fail('format_gone', { platform });
}

function listed({ media, recipes, storyboard }: Extraction, formatId: string): Combined | undefined {
  const recipe = recipes.get(formatId);
  if (!recipe) return undefined;
  const sheets = storyboard?.sheets.map(({ format: sheet }) => sheet) ?? [];
  const format = [...allFormats(media), ...sheets].find(({ id }) => id === formatId);
  return format && { format, recipe };
}

/** The source of a format by its id, or of what has taken its place since `before`. */
export function findSuccessor(
  { media, sources, sourceFormats }: Extraction,
  formatId: string,
  before: Extraction,
): Result<Source> {
  const wanted = allFormats(before.media).find(({ id }) => id === formatId) ?? sourceFormatOf(before, formatId);
  const unlisted = [...sourceFormats.byId.values()].map(({ format }) => format);
  const formats = [...allFormats(media), ...unlisted].filter(({ id }) => sources.has(id));
  const other = wanted && sameFormat(formats, wanted);
  const source = sources.get(formatId) ?? (other && sources.get(other.id));
  return source ? ok(source) : fail('format_gone', { platform: media.platform });
}

function sourceFormatOf({ sourceFormats }: Extraction, formatId: string): Format | undefined {
  return sourceFormats.byId.get(formatId)?.format;
}
