import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { FoundFormat, Recipe } from '#/server/engine/media/extraction.ts';
import { allFormats } from '#/model/media/media.ts';
import type { CoverCache } from './cover.ts';
import type { Input } from './layout/input.ts';
import { layOut, type FileLayout, type Piece } from './layout/layout.ts';
import type { LayoutInput } from './layout/serve-layout.ts';
import type { Cut } from './mp4/clip.ts';
import type { MergeOptions } from './mp4/merge.ts';
import type { Tags } from './mp4/tags.ts';
import { type Heads, sharedHeads } from './parsing/heads.ts';
import { planFromHeads } from './parsing/plan-from-heads.ts';
import type { FileCache, RemoteFile } from './reading/remote-file.ts';
import type { EmbeddedSubtitles } from './subtitle-cache.ts';
import { tagsOf } from './tags-of.ts';
import { TransferError } from './transfer-error.ts';

export type { Cut };
type CopyRecipe = Extract<Recipe, { kind: 'direct' | 'merge' }>;

/** Every byte of a file that is copied from its sources. */
export type Plan = {
  layout: FileLayout;
  inputs: LayoutInput[];
  /** Strong: other bytes never have it, and the same ones do, unless their platform calls them by another name elsewhere. */
  etag: string;
  /** Of a clip: where the cut really falls. */
  cut: Cut | null;
};

type PlanRequest = {
  canonicalUrl: string;
  found: FoundFormat;
  recipe: CopyRecipe;
  /** A part of it, in seconds. */
  clip: Cut | null;
  /** Put into an MP4 that is whole. */
  subtitles: EmbeddedSubtitles | null;
  /** It is played while it arrives, and not kept. */
  isForPlaying: boolean;
  /** First byte that is wanted: read first where nothing but the file's length is needed. */
  startAt: number;
  signal: AbortSignal;
};

export type Planner = { plan(request: PlanRequest): Promise<Plan> };

const MAX_KEPT = 100;
/** Of all that are kept together: of long films the tables alone are some megabytes. */
const MAX_KEPT_BYTES = 32 * 1024 * 1024;
/** Raised when the same sources come out as other bytes than before. */
const LAYOUT_VERSION = 3;

type LaidOut = { layout: FileLayout; cut: Cut | null };

/** Makes plans, and keeps some: a paused download, a player that seeks and a page that showed a size ask for the same again. */
export function createPlanner(files: FileCache, covers: CoverCache, heads: Heads = sharedHeads()): Planner {
  const kept = new LRUCache<string, { files: RemoteFile[]; plan: Plan }>({
    max: MAX_KEPT,
    maxSize: MAX_KEPT_BYTES,
    sizeCalculation: ({ plan }) => weightOf(plan),
  });

  async function build(request: PlanRequest, opened: RemoteFile[]): Promise<Plan> {
    const { canonicalUrl, found, signal } = request;
    const { media, format } = found;
    // Of a file that a codec reads, tags are written into what it makes.
    const isSong = format.kind === 'audio' && format.delivery === 'merge' && format.container === 'm4a';
    const cover = isSong ? await covers.of(canonicalUrl, found, signal) : null;
    // What is read to make a plan ends with its visitor; what is read to carry it out, with those that it is carried out for.
    const read = opened.map((file): Input => ({
      ...file,
      read: (offset, length, reader = signal) => file.read(offset, length, reader),
    }));
    const [{ layout, cut }, fingerprints] = await Promise.all([
      layoutOf(request, read, tagsOf(media, format, cover), heads),
      Promise.all(opened.map((file) => file.fingerprint(signal))),
    ]);
    const inputs = opened.map((file, group) => ({ file, group }));
    return { layout, inputs, cut, etag: etagOf(request, fingerprints, layout) };
  }

  return {
    async plan(request) {
      const { canonicalUrl, found, recipe, clip, subtitles, isForPlaying, startAt, signal } = request;
      const at = isPassedOn(request) ? startAt : 0;
      const opened = await Promise.all(found.parts.map((part) => files.open(canonicalUrl, part, { at, signal })));
      // A title that the file is not to say makes another file.
      const asked = [recipe, clip, isForPlaying, subtitles?.fingerprint, found.media.title];
      const key = JSON.stringify([canonicalUrl, found.format.id, ...asked]);
      const known = kept.get(key);
      if (known?.files.every((file, place) => file === opened[place])) return known.plan;
      const plan = await build(request, opened);
      kept.set(key, { files: opened, plan });
      return plan;
    },
  };
}

/** Whether a source is given as it is. */
function isPassedOn({ recipe, clip, subtitles }: PlanRequest): boolean {
  return recipe.kind === 'direct' && !clip && !subtitles;
}

const PIECE_BYTES = 100;

/** Bytes of memory, about. */
function weightOf({ layout: { pieces } }: Plan): number {
  const isHeld = ({ kind }: Piece) => kind === 'bytes' || kind === 'made';
  return pieces.reduce((sum, piece) => sum + PIECE_BYTES + (isHeld(piece) ? piece.length : 0), PIECE_BYTES);
}

/** By what decides the bytes, and by the bytes that are new. */
function etagOf(request: PlanRequest, fingerprints: readonly string[], layout: FileLayout): string {
  const { recipe, clip, subtitles, isForPlaying } = request;
  const { media } = request.found;
  const asked = [recipe, clip, subtitles?.fingerprint, isForPlaying];
  const identity = [LAYOUT_VERSION, media.platform, media.id, ...asked, fingerprints, layout.totalBytes];
  const hash = createHash('sha256').update(JSON.stringify(identity));
  for (const piece of layout.pieces) if (piece.kind === 'bytes') hash.update(piece.bytes);
  return `"${hash.digest('base64url').slice(0, 27)}"`;
}

async function layoutOf(request: PlanRequest, opened: Input[], tags: Tags, heads: Heads): Promise<LaidOut> {
  const { recipe, found, clip, subtitles, isForPlaying, signal } = request;
  const { format } = found;
  const [file] = opened;
  if (!file) throw new TransferError('internal');
  const contentType = contentTypeOf(found, recipe);
  if (isPassedOn(request)) {
    return { layout: layOut(contentType, [{ kind: 'copy', input: 0, offset: 0, length: file.totalBytes }]), cut: null };
  }
  if (contentType.endsWith('/webm')) {
    const about = { title: tags.title, ...(format.language && { language: format.language }) };
    const sent = await heads.run('webm', opened, { tags: webmTags(tags), about, cut: clip }, signal);
    return planFromHeads(sent, opened, heads);
  }
  if (!contentType.endsWith('/mp4')) throw new TransferError('invalid_request');
  const options: MergeOptions = {
    tags,
    contentType,
    language: format.language,
    framesPerSecond: format.fps,
    wanted: tracksOf(recipe, found),
    isForPlaying,
    subtitles,
  };
  return planFromHeads(await heads.run('mp4', opened, { options, cut: clip }, signal), opened, heads);
}

/** What the sources are, whatever a codec makes of them; of a film whose sound alone is taken, that. */
function contentTypeOf({ format, parts }: FoundFormat, recipe: CopyRecipe): string {
  const type = parts[0]?.source.contentType ?? 'application/octet-stream';
  return recipe.kind === 'merge' && format.kind === 'audio' ? type.replace('video/', 'audio/') : type;
}

function tracksOf(recipe: CopyRecipe, found: FoundFormat): MergeOptions['wanted'] {
  const { media, format } = found;
  // A source that is not listed is the format itself.
  const known = recipe.kind === 'direct' ? allFormats(media).find(({ id }) => id === recipe.from) : null;
  const source = recipe.kind === 'direct' ? (known ?? format) : null;
  const hasVideo = recipe.kind === 'merge' ? recipe.video !== null : source?.videoCodec != null;
  const hasAudio = recipe.kind === 'merge' ? recipe.audio !== null : source?.audioCodec != null;
  return [...(hasVideo ? ['video' as const] : []), ...(hasAudio ? ['audio' as const] : [])];
}

function webmTags({ author, link, date }: Tags): { name: string; value: string }[] {
  return [
    ...(author ? [{ name: 'ARTIST', value: author }] : []),
    ...(date ? [{ name: 'DATE_RELEASED', value: date }] : []),
    ...(link ? [{ name: 'URL', value: link }] : []),
  ];
}
