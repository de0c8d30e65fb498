import { createHash } from 'node:crypto';
import type { Failure, FailureCode } from '#/model/failure.ts';
import { type Egress, EgressError } from '#/server/egress/egress.ts';
import type { Engine, FoundFormat, Source } from '#/server/engine/media/extraction.ts';
import { isSameSource } from '#/server/engine/media/same-format.ts';
import type { MergeOptions } from './mp4/merge.ts';
import type { Cut, Plan } from './plan.ts';
import { sharedHeads } from './parsing/heads.ts';
import { isGone } from './reading/answer.ts';
import { openRemoteFile, type RemoteFile } from './reading/remote-file.ts';
import { joinSegments, type OpenFile, spread } from './segments/joined.ts';
import { mergeSegments } from './segments/merge-segments.ts';
import type { Rendition } from './segments/playlist.ts';
import { createRenewal, type FreshPlaylist } from './segments/renewal.ts';
import { prepareRemux, type Remux } from './segments/remux.ts';
import { portsOf } from './segments/stream.ts';
import type { EmbeddedSubtitles } from './subtitle-cache.ts';
import { tagsOf } from './tags-of.ts';
import { TransferError } from './transfer-error.ts';

/** A film in segments: put together beforehand where their lengths are told, else by ffmpeg while they come. */
export type Segmented = { plan: Plan } | { remux: () => Promise<Remux>; etag: string };

const MAX_PLAYLIST_BYTES = 16 * 1024 * 1024;
/** A segment is opened to learn its length, with what tells it from others; its bytes are read when their turn comes. */
const PROBE_BYTES = 1024;
/** Read whole and in their order, most segments are one request. */
const SEGMENT_BYTES = 1024 * 1024;
/** Above it, learning all lengths takes longer than anybody waits for a first byte. */
const MAX_PROBED = 400;

const EXPIRIES = new Set<FailureCode>(['upstream_forbidden', 'format_gone']);

type SegmentedPorts = { egress: Egress; engine: Pick<Engine, 'renew'> };

type SegmentedOptions = {
  isForPlaying: boolean;
  clip: Cut | null;
  subtitles: EmbeddedSubtitles | null;
  signal: AbortSignal;
};

/** Reads the playlists of a format, and finds out how its segments become one file. */
export async function planSegments(
  { egress, engine }: SegmentedPorts,
  canonicalUrl: string,
  { media, format, parts }: FoundFormat,
  { isForPlaying, clip, subtitles, signal }: SegmentedOptions,
): Promise<Segmented> {
  const sources = parts.map(({ source }) => source);
  const renditions = await Promise.all(parts.map((_, place) => readFirst(place)));
  const renewals = renditions.map((rendition, place) =>
    createRenewal(rendition, (...asked) => readAnew(place, ...asked)),
  );
  const wanted: MergeOptions['wanted'] = format.audioCodec === null ? ['video'] : ['video', 'audio'];
  const openAs = (headBytes: number) => (place: number) => opener(place, headBytes);

  /** A playlist whose address has expired is found again, as a file would be. */
  async function readFirst(place: number): Promise<Rendition> {
    const source = sources[place];
    if (!source) throw new TransferError('internal');
    try {
      return await readPlaylist(egress, source, signal);
    } catch (error) {
      if (!isExpiry(error)) throw error;
      const fresh = await readAnew(place, signal, null, undefined);
      if (!fresh) throw error;
      sources[place] = fresh.source;
      return fresh.rendition;
    }
  }

  async function readAnew(
    place: number,
    reader: AbortSignal,
    last: Source | null,
    refusal: Failure | undefined,
  ): Promise<FreshPlaylist | null> {
    const [part, first] = [parts[place], sources[place]];
    if (!part || !first) throw new TransferError('internal');
    const stale = last ?? first;
    const fresh = await engine.renew(canonicalUrl, part.formatId, stale, { refusal, signal: reader });
    if (!fresh.ok) throw new TransferError(fresh.failure);
    // Whoever is asked too often by the only way there is waits, and asks for nothing more.
    if (refusal?.code === 'rate_limited' && isSameSource(fresh.value, stale)) return null;
    return { source: fresh.value, rendition: await readPlaylist(egress, fresh.value, reader) };
  }

  /** Segments are asked for as their playlist is. */
  function opener(place: number, headBytes: number): OpenFile {
    const [first, renew] = [sources[place], renewals[place]];
    if (!first || !renew) throw new TransferError('internal');
    const { playlist: _, ...source } = first;
    return (url): Promise<RemoteFile> =>
      openRemoteFile({ egress, renew }, { ...source, url, sizeBytes: null }, { signal, headBytes });
  }

  try {
    if (!renditions.every(canBeJoined)) throw new TransferError('no_direct_format');
    const probed = openAs(PROBE_BYTES);
    const joined = await Promise.all(
      renditions.map((rendition, place) => joinSegments(rendition, probed(place), { signal })),
    );
    const options: MergeOptions = {
      tags: tagsOf(media, format, null),
      contentType: 'video/mp4',
      language: format.language,
      framesPerSecond: format.fps,
      wanted,
      isForPlaying,
      subtitles,
    };
    const { cut, ...merged } = await mergeSegments(joined, options, { cut: clip, signal });
    const { layout, inputs } = spread(merged.layout, joined);
    const facts = joined.flatMap(({ files }) => files.map((file) => JSON.stringify(file.facts)));
    // The first of each rendition and its last tell much of those between, and all of them would be as many requests.
    const ends = joined.flatMap(({ files }) => [files[0], files[1], files.at(-1)].filter((file) => file !== undefined));
    const fingerprints = await Promise.all([...new Set(ends)].map((file) => file.fingerprint(signal)));
    const asked = [...(cut ? [cut.startS, cut.endS] : []), ...(subtitles ? [subtitles.fingerprint] : [])];
    const etag = etagOf(media.id, format.id, layout.totalBytes, ...asked, ...facts, ...fingerprints);
    return { plan: { layout, inputs, cut, etag } };
  } catch (error) {
    if (!(error instanceof TransferError) || error.failure.code !== 'no_direct_format') throw error;
    // What ffmpeg puts together while it comes begins at the beginning. It is picture and sound alone: who has chosen subtitles for
    // all films, and cannot know that this one is of that kind, would rather have it so than not at all.
    if (clip) throw new TransferError('invalid_request');
  }
  const open = openAs(SEGMENT_BYTES);
  const remux = () => prepareRemux(renditions, { portsAt: (place) => portsOf(open(place), signal), wanted });
  return { remux, etag: etagOf(media.id, format.id, ...wanted, ...renditions.map(({ segments }) => segments.length)) };
}

/** Whether its playlist leaves it open that it becomes one file whose length is known: to ask each segment for its own takes a while. */
function canBeJoined({ container, init, segments, discontinuities }: Rendition): boolean {
  // Segments with heads of their own are files of their own.
  const isOneFile = container === 'fmp4' && discontinuities === 0 && (init !== null || segments.length === 1);
  return isOneFile && new Set(segments.map(({ url }) => url)).size <= MAX_PROBED;
}

/** Whether a fresh address may help, which also comes with a way out where its own is gone. */
function isExpiry(error: unknown): boolean {
  if (error instanceof EgressError) return error.isOfRoute;
  return error instanceof TransferError && EXPIRIES.has(error.failure.code);
}

async function readPlaylist(egress: Egress, source: Source, signal: AbortSignal): Promise<Rendition> {
  const answer = await egress.text(source.url, {
    headers: source.headers,
    route: source.route,
    maxBytes: MAX_PLAYLIST_BYTES,
    signal,
  });
  if (answer.status === 429) throw new TransferError('rate_limited');
  if (answer.status === 404) throw new TransferError('format_gone');
  if (answer.status !== 200) throw new TransferError(isGone(answer) ? 'upstream_forbidden' : 'upstream_error');
  const dash = typeof source.playlist === 'object' ? source.playlist.dash : null;
  return sharedHeads().run('playlist', [], { text: answer.text, url: source.url, dash }, signal);
}

function etagOf(...identity: (string | number)[]): string {
  return `"${createHash('sha256').update(JSON.stringify(identity)).digest('base64url').slice(0, 27)}"`;
}
