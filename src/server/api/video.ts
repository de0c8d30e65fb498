import type { IncomingMessage, ServerResponse } from 'node:http';
import * as v from 'valibot';
import { DownloadProgress } from '#/model/download.ts';
import { fail, type Failure, ok, type Result } from '#/model/failure.ts';
import { allFormats, Format, type Media, ZIP_ID } from '#/model/media.ts';
import type { Engine, FoundFormat } from '#/server/engine/extraction.ts';
import { archiveName, fileName, NameStyle, rangeStart, type Transfer } from '#/server/transfer/index.ts';
import { type LinkSigner, VIDEO_PATH } from './links.ts';
import { sendProblem } from './problem.ts';
import type { ProgressBook } from './progress.ts';
import { type NamedFile, sendFile } from './send-file.ts';

export type VideoPorts = { engine: Engine; transfer: Transfer; signer: LinkSigner; book: ProgressBook };

const MAX_TIME_S = 7 * 24 * 60 * 60;
const Seconds = v.pipe(v.string(), v.regex(/^\d{1,6}(?:\.\d{1,6})?$/), v.transform(Number), v.maxValue(MAX_TIME_S));

/** What a visitor may add to a signed link: it narrows what is given, and never widens it. */
const Query = v.object({
  inline: v.optional(v.string()),
  /** A part of it, in seconds; `precise=1` converts, so that it begins exactly there. */
  start: v.optional(Seconds),
  end: v.optional(Seconds),
  precise: v.optional(v.string()),
  /** Id of a subtitle format of the same media, to be put into an MP4 film. */
  subtitles: v.optional(Format.entries.id),
  /** Style of the file's name. */
  name: v.optional(NameStyle, 'author-title'),
  /** Of an archive: which formats. */
  items: v.optional(v.pipe(v.string(), v.maxLength(4096))),
});
type Query = v.InferOutput<typeof Query>;

const MAX_ARCHIVED = 100;

/** The bytes of one format, or of a part of it, or of several in an archive, by a signed link: to be shown or saved, whole or a range. */
export async function serveVideo(req: IncomingMessage, res: ServerResponse, ports: VideoPorts): Promise<void> {
  const url = new URL(req.url ?? '/', 'http://localhost');
  const isHead = req.method === 'HEAD';
  if (req.method !== 'GET' && !isHead) {
    return sendProblem(res, { code: 'invalid_request' }, { status: 405, headers: { allow: 'GET, HEAD' } });
  }
  const gone = new AbortController();
  res.once('close', () => gone.abort());
  const asked = url.searchParams.get('d');
  const downloadId = v.is(DownloadProgress.entries.id, asked) && !isHead ? asked : null;
  const file = await find(req, url, ports, gone.signal);
  if (file.ok) return sendFile(req, res, file.value, downloadId ? { id: downloadId, book: ports.book } : null);
  refuse(file.failure);

  function refuse(failure: Failure): void {
    if (downloadId) ports.book.reject(downloadId, failure);
    if (!res.destroyed) sendProblem(res, failure);
  }
}

async function find(
  req: IncomingMessage,
  url: URL,
  ports: VideoPorts,
  signal: AbortSignal,
): Promise<Result<NamedFile>> {
  const scope = ports.signer.verify(url.pathname.slice(VIDEO_PATH.length).split('/', 1)[0] ?? '');
  if (!scope.ok) return scope;
  const query = v.safeParse(Query, Object.fromEntries(url.searchParams));
  if (!query.success) return fail('invalid_request');
  const { canonicalUrl, formatId } = scope.value;
  if (formatId === ZIP_ID) return findArchive(canonicalUrl, query.output, ports, signal);
  const clip = clipOf(query.output);
  if (!clip.ok) return clip;
  const found = await ports.engine.find(canonicalUrl, formatId, { signal });
  if (!found.ok) return found;
  const subtitles = await findSubtitles(canonicalUrl, found.value.media, query.output, ports, signal);
  if (!subtitles.ok) return subtitles;
  const isHead = req.method === 'HEAD';
  const isForPlaying = query.output.inline === '1';
  const startAt = isHead ? 0 : rangeStart(req.headers.range);
  const prepared = await ports.transfer.prepare(canonicalUrl, found.value, {
    startAt,
    isForPlaying,
    isHead,
    clip: clip.value,
    subtitles: subtitles.value,
    signal,
  });
  if (!prepared.ok) return prepared;
  const { media, format } = found.value;
  const container = prepared.value.container ?? format.container;
  const name = fileName(media, { ...format, container }, { style: query.output.name, cut: prepared.value.cut ?? null });
  return ok({ file: prepared.value, name, isInline: isForPlaying });
}

function clipOf({ start, end, precise }: Query): Result<{ startS: number; endS: number; isExact: boolean } | null> {
  if (start === undefined && end === undefined) return ok(null);
  const clip = { startS: start ?? 0, endS: end ?? MAX_TIME_S, isExact: precise === '1' };
  return clip.startS < clip.endS ? ok(clip) : fail('invalid_request');
}

async function findSubtitles(
  canonicalUrl: string,
  media: Media,
  { subtitles: id }: Query,
  { engine }: VideoPorts,
  signal: AbortSignal,
): Promise<Result<FoundFormat | null>> {
  if (id === undefined) return ok(null);
  const isThere = allFormats(media).some((format) => format.id === id && format.kind === 'subtitles');
  return isThere ? engine.find(canonicalUrl, id, { signal }) : fail('invalid_request');
}

async function findArchive(
  canonicalUrl: string,
  { items = '', subtitles, name: style }: Query,
  { engine, transfer }: VideoPorts,
  signal: AbortSignal,
): Promise<Result<NamedFile>> {
  // Ids of merged formats have a plus, which a query that was not encoded turns into a space.
  const ids = [...new Set(items.replaceAll(' ', '+').split(',').filter(Boolean))];
  if (subtitles !== undefined || ids.length === 0 || ids.length > MAX_ARCHIVED) return fail('invalid_request');
  const entries: { found: FoundFormat; name: string }[] = [];
  for (const id of ids) {
    const found = await engine.find(canonicalUrl, id, { signal });
    if (!found.ok) return found;
    const { media, format } = found.value;
    entries.push({ found: found.value, name: fileName(media, format, { style, cut: null }) });
  }
  const prepared = await transfer.prepareArchive(canonicalUrl, entries, { signal });
  const [first] = entries;
  if (!prepared.ok || !first) return prepared.ok ? fail('invalid_request') : prepared;
  return ok({ file: prepared.value, name: archiveName(first.found.media, style), isInline: false });
}
