import * as v from 'valibot';
import { allowances } from '#app.config';
import { fail, ok, type Result } from '#/model/failure.ts';
import { allFormats, Format, type Media, ZIP_ID } from '#/model/media/media.ts';
import type { Engine, FoundFormat } from '#/server/engine/media/extraction.ts';
import { withoutSound, withoutTags } from './asked-format.ts';
import { archiveName, fileName, NameStyle } from './file-name.ts';
import type { Prepared, FileTransfer } from './transfer.ts';

const MAX_TIME_S = 7 * 24 * 60 * 60;
const Seconds = v.pipe(v.string(), v.regex(/^\d{1,6}(?:\.\d{1,6})?$/), v.transform(Number), v.maxValue(MAX_TIME_S));
const MAX_ARCHIVED = 100;

/** What may be added to a link that saves a file: it narrows what is given, and never widens it. */
export const FileQuery = v.object({
  /** A part of it, in seconds; `precise=1` converts, so that it begins exactly there. */
  start: v.optional(Seconds),
  end: v.optional(Seconds),
  precise: v.optional(v.string()),
  /** Id of a subtitle format of the same media, to be put into an MP4 film. */
  subtitles: v.optional(Format.entries.id),
  text: v.optional(
    v.pipe(
      Format.entries.id,
      v.description('Of subtitles: another of `textTracks` instead, by its id, in the same syntax'),
    ),
  ),
  /** Style of the file's name. */
  name: v.optional(NameStyle, 'author-title'),
  sound: v.optional(
    v.pipe(
      Format.entries.id,
      v.description(
        'Of a film or a sound: another of `audioTracks`, by its id, or the sound of a format by the id of that. `0`: a film without its sound',
      ),
    ),
  ),
  /** `0`: what is written anew says nothing about itself. What is passed on stays as it is. */
  tags: v.optional(v.picklist(['0'])),
  /** Of an archive: which formats. */
  items: v.optional(v.pipe(v.string(), v.maxLength(4096))),
});
export type FileQuery = v.InferOutput<typeof FileQuery>;

/** One file that somebody may have: a format of a media, or a part of it, or several in an archive. */
export type FileRequest = { canonicalUrl: string; formatId: string; query: FileQuery };

/** A file that is ready to be sent, and what it is called. */
export type NamedFile = {
  file: Prepared;
  name: string;
  media: Media;
  /** As it was made; null: of an archive. */
  format: Format | null;
};

type FileRequestOptions = {
  /** First byte that will be asked for. */
  startAt?: number;
  /** Only its head is wanted. */
  isHead?: boolean;
  /** It is played while it arrives, and not kept. */
  isForPlaying?: boolean;
  signal: AbortSignal;
};

type Ports = { engine: Engine; transfer: FileTransfer };

/** Finds and prepares a file. Failures: those of Engine.find and FileTransfer.prepare, invalid_request, file_too_large. */
export async function prepareFile(
  ports: Ports,
  request: FileRequest,
  options: FileRequestOptions,
): Promise<Result<NamedFile>> {
  const prepared =
    request.formatId === ZIP_ID
      ? await prepareArchive(ports, request, options)
      : await prepareFormat(ports, request, options);
  if (!prepared.ok) return prepared;
  const { totalBytes } = prepared.value.file;
  return totalBytes !== null && totalBytes > allowances.fileGigabytes * 1e9 ? fail('file_too_large') : prepared;
}

async function prepareFormat(
  { engine, transfer }: Ports,
  { canonicalUrl, formatId, query }: FileRequest,
  { startAt = 0, isHead = false, isForPlaying = false, signal }: FileRequestOptions,
): Promise<Result<NamedFile>> {
  const clip = clipOf(query);
  if (!clip.ok) return clip;
  const found = await findAsked(engine, { canonicalUrl, formatId, query }, signal);
  if (!found.ok) return found;
  const { media, format } = found.value;
  if (!clip.value && isTooLong(found.value)) return fail('file_too_large');
  const subtitles = await findSubtitles(canonicalUrl, query, engine, signal);
  if (!subtitles.ok) return subtitles;
  const asked = query.tags === '0' ? withoutTags(found.value) : found.value;
  const prepared = await transfer.prepare(canonicalUrl, asked, {
    startAt,
    isForPlaying,
    isHead,
    clip: clip.value,
    subtitles: subtitles.value,
    signal,
  });
  if (!prepared.ok) return prepared;
  const container = prepared.value.container ?? format.container;
  const name = fileName(media, { ...format, container }, { style: query.name, cut: prepared.value.cut ?? null });
  return ok({ file: prepared.value, name, media, format });
}

/** The format of a link, with the sound that is asked for, or none; of subtitles, those of the track that is asked for. */
export async function findAsked(
  engine: Pick<Engine, 'find'>,
  { canonicalUrl, formatId, query: { sound, text } }: FileRequest,
  signal: AbortSignal,
): Promise<Result<FoundFormat>> {
  const track = sound === '0' ? undefined : sound;
  const found = await engine.find(canonicalUrl, formatId, { sound: track, signal });
  if (!found.ok) return found;
  const { kind, container } = found.value.format;
  if (text !== undefined)
    return kind === 'subtitles'
      ? findText(engine, canonicalUrl, `${text}.${container}`, signal)
      : fail('invalid_request');
  return sound === '0' ? withoutSound(found.value) : found;
}

async function findText(
  engine: Pick<Engine, 'find'>,
  canonicalUrl: string,
  id: string,
  signal: AbortSignal,
): Promise<Result<FoundFormat>> {
  const found = await engine.find(canonicalUrl, id, { signal });
  return found.ok && found.value.format.kind !== 'subtitles' ? fail('invalid_request') : found;
}

function isTooLong({ media, format }: FoundFormat): boolean {
  const isPlayed = format.kind !== 'image' && format.kind !== 'subtitles';
  return isPlayed && (media.durationS ?? 0) > allowances.fileHours * 3600;
}

function clipOf({ start, end, precise }: FileQuery): Result<{ startS: number; endS: number; isExact: boolean } | null> {
  if (start === undefined && end === undefined) return ok(null);
  const clip = { startS: start ?? 0, endS: end ?? MAX_TIME_S, isExact: precise === '1' };
  return clip.startS < clip.endS ? ok(clip) : fail('invalid_request');
}

async function findSubtitles(
  canonicalUrl: string,
  { subtitles: id }: FileQuery,
  engine: Engine,
  signal: AbortSignal,
): Promise<Result<FoundFormat | null>> {
  if (id === undefined) return ok(null);
  const found = await findText(engine, canonicalUrl, id, signal);
  // Whoever names what was never there asks for nonsense; the film itself is there.
  return !found.ok && found.failure.code === 'format_gone' ? fail('invalid_request') : found;
}

async function prepareArchive(
  { engine, transfer }: Ports,
  { canonicalUrl, query: { items = '', subtitles, name: style } }: FileRequest,
  { signal }: FileRequestOptions,
): Promise<Result<NamedFile>> {
  // Ids of merged formats have a plus, which a query that was not encoded turns into a space.
  const ids = [...new Set(items.replaceAll(' ', '+').split(',').filter(Boolean))];
  if (subtitles !== undefined || ids.length === 0 || ids.length > MAX_ARCHIVED) return fail('invalid_request');
  const entries: { canonicalUrl: string; found: FoundFormat; name: string }[] = [];
  for (const id of ids) {
    const found = await engine.find(canonicalUrl, id, { signal });
    if (!found.ok) return found;
    const { media, format } = found.value;
    // Sheets of a storyboard are found, too, and nobody's to keep.
    if (format.kind === 'image' && !allFormats(media).includes(format)) return fail('invalid_request');
    entries.push({ canonicalUrl, found: found.value, name: fileName(media, format, { style, cut: null }) });
  }
  const prepared = await transfer.prepareArchive(entries, { signal });
  const [first] = entries;
  if (!prepared.ok || !first) return prepared.ok ? fail('invalid_request') : prepared;
  const { media } = first.found;
  return ok({ file: prepared.value, name: archiveName(media, style), media, format: null });
}
