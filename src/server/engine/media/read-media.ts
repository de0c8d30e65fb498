import * as v from 'valibot';
import { fail, ok, type Result } from '#/model/failure.ts';
import { ListKind, type Media, type MediaItem } from '#/model/media/media.ts';
import type { Platform } from '#/model/platform.ts';
import { classifyEmpty, type ErrorVerdict } from '../errors/classify-error.ts';
import type { Recipe, Source, Storyboard } from './extraction.ts';
import { recognise } from '../links/link.ts';
import { platformRules } from '../platforms/all.ts';
import type { SourceFormat, SourceFormats } from './source-formats.ts';
import type { ListAbout } from '../lists/list-cache.ts';
import { isList, type MediaLink } from '../platforms/rules.ts';
import { describeMedia, plainText } from './read-about.ts';
import { isDownloadable, readEntry, readPhoto, type ReadEntry } from './read-entry.ts';
import { bestThumbnail, readImage } from './read-images.ts';
import { chooseStoryboard } from './read-storyboard.ts';
import type { ExtractorEntry, ExtractorInfo } from '../worker/info.ts';
import type { ListRead } from '../worker/protocol.ts';

export type ReadMedia = {
  media: Media;
  sources: Map<string, Source>;
  recipes: Map<string, Recipe>;
  sourceFormats: SourceFormats;
  storyboard?: Storyboard;
};

type About = {
  warnings: readonly string[];
  /** Why there is nothing to download, in the words of an extractor. */
  refusals: readonly string[];
  canConvert: boolean;
  /** How far a list was read. */
  list?: ListRead | null;
  /** What its first page has said of it, where this is another. */
  listAbout?: ListAbout | null;
};

/** yt-dlp's answer → what the browser may see and the sources apart from it; or why there is nothing to download. */
export function readMedia(
  platform: Platform,
  link: MediaLink,
  info: ExtractorInfo,
  { warnings, refusals, canConvert, list = null, listAbout = null }: About,
): Result<ReadMedia> | ErrorVerdict {
  if (isList(link)) return readList(platform, link, info, list ?? wholeList(info), listAbout);
  if (info.live_status === 'is_live' || info.live_status === 'is_upcoming' || info.live_status === 'post_live') {
    return classifyEmpty(platform, info, warnings, refusals);
  }
  const shown = readShown(platform, link, info, canConvert);
  const downloadable = shown.entries.filter(isDownloadable);
  if (!downloadable.length) {
    const hasFormats = (info.entries ?? [info]).some(({ formats }) => formats.some(({ has_drm: drm }) => drm !== true));
    return hasFormats ? fail('no_direct_format', { platform }) : classifyEmpty(platform, info, warnings, refusals);
  }
  const [only] = shown.entries;
  return ok(
    shown.entries.length === 1 && only && !shown.sound
      ? single(platform, link, info, only, canConvert)
      : carousel(platform, link, info, shown, canConvert),
  );
}

/** What a post shows, in its order; `sound` belongs to the post as a whole (the music of a slideshow). */
type Shown = { entries: ReadEntry[]; sound: ReadEntry | null };

function readShown(platform: Platform, link: MediaLink, info: ExtractorInfo, canConvert: boolean): Shown {
  const rules = platformRules[platform];
  const videos: ExtractorEntry[] = info.entries ?? [info];
  const photos = info.post_media.filter(({ type }) => type === 'photo');
  const context = (index: number, of: number) => ({
    rules,
    prefix: of > 1 ? `${index + 1}.` : '',
    headers: pageHeaders(link),
    canConvert,
  });
  const readVideo = (video: ExtractorEntry, n: number, of: number) => {
    const animation = info.post_media.find(({ id, type }) => id === video.id && type === 'animated_gif');
    return readEntry(animation ? measured(video, animation) : video, context(n, of), animation !== undefined);
  };
  if (!photos.length) {
    return { entries: videos.map((video, n) => readVideo(video, n, videos.length)), sound: null };
  }

  const entries = info.post_media.map((shown, n) => {
    const at = context(n, info.post_media.length);
    const video = videos.find(({ id }) => id === shown.id);
    return shown.type === 'photo' || !video ? readPhoto(shown, at) : readVideo(video, n, info.post_media.length);
  });
  const isSlideshow = photos.length === info.post_media.length && !info.entries && info.formats.length > 0;
  return { entries, sound: isSlideshow ? readEntry(info, context(0, 1)) : null };
}

/** With the measures that a post tells of an animation: its file's address, where those of other films are, has none. */
function measured(
  video: ExtractorEntry,
  { width, height }: { width?: number | undefined; height?: number | undefined },
) {
  const formats = video.formats.map((format) => ({
    ...format,
    width: format.width ?? width,
    height: format.height ?? height,
  }));
  return { ...video, formats };
}

function single(
  platform: Platform,
  link: MediaLink,
  info: ExtractorInfo,
  { kind, formats, audioTracks, textTracks, sources, recipes, sourceFormats: byId, thumbnailId, durationS }: ReadEntry,
  canConvert: boolean,
): ReadMedia {
  const own = { kind, formats, audioTracks, textTracks, thumbnailId, durationS };
  const media: Media = { ...describeMedia(platform, link, info), ...own };
  const sourceFormats = { byId, canConvert };
  const read = chooseStoryboard(info.storyboards, pageHeaders(link));
  if (!read) return { media, sources, recipes, sourceFormats };
  const sheets = [...read.sources.keys()].map((id): [string, Recipe] => [id, { kind: 'direct', from: id }]);
  return {
    media,
    sources: new Map([...sources, ...read.sources]),
    recipes: new Map([...recipes, ...sheets]),
    sourceFormats,
    storyboard: read.storyboard,
  };
}

function carousel(
  platform: Platform,
  link: MediaLink,
  info: ExtractorInfo,
  { entries, sound }: Shown,
  canConvert: boolean,
): ReadMedia {
  const about = describeMedia(platform, link, info);
  const items = entries.map(({ kind, durationS, thumbnailId, formats, audioTracks, textTracks }, n): MediaItem => ({
    index: n + 1,
    title: about.title,
    kind,
    durationS,
    thumbnailId,
    link: null,
    formats,
    audioTracks,
    textTracks,
  }));
  const media: Media = {
    ...about,
    kind: 'carousel',
    items,
    itemCount: (info.playlist_count ?? 0) > items.length ? (info.playlist_count ?? null) : null,
    // The items' own formats are recommended, one each; the sound is there for the asking.
    formats: (sound?.formats ?? []).map((format) => ({ ...format, recommended: false })),
    audioTracks: sound?.audioTracks ?? [],
    textTracks: sound?.textTracks ?? [],
    durationS: sound?.durationS ?? null,
    thumbnailId: sound?.thumbnailId ?? items.find((item) => item.thumbnailId)?.thumbnailId ?? null,
  };
  return {
    media,
    sources: new Map([...(sound?.sources ?? []), ...entries.flatMap((entry) => [...entry.sources])]),
    recipes: new Map([...(sound?.recipes ?? []), ...entries.flatMap((entry) => [...entry.recipes])]),
    sourceFormats: {
      byId: new Map<string, SourceFormat>([
        ...(sound?.sourceFormats ?? []),
        ...entries.flatMap((entry) => [...entry.sourceFormats]),
      ]),
      canConvert,
    },
  };
}

/** Of an extractor that gives a list at once. */
function wholeList({ playlist_count: total }: ExtractorInfo): ListRead {
  return { first: 1, next: null, total: total ?? null, marks: [], tabs: [], tab: null };
}

/** A page of a list: entries by their links, and their pictures. */
function readList(
  platform: Platform,
  link: MediaLink,
  info: ExtractorInfo,
  { first, next, total, tabs, tab }: ListRead,
  known: ListAbout | null,
): Result<ReadMedia> {
  const sources = new Map<string, Source>();
  const items = (info.entries ?? []).map((entry, n): MediaItem => {
    const index = first + n;
    const image = bestThumbnail(entry);
    const thumbnail = image && readImage(`${index}.thumb`, image, pageHeaders(link));
    if (thumbnail) sources.set(thumbnail.format.id, thumbnail.source);
    const target = targetOf(entry);
    return {
      index,
      title: plainText(entry.title) || entry.id,
      kind: target && isList(target) ? 'playlist' : entry.media_type === 'photo' ? 'image' : 'video',
      durationS: entry.duration ?? null,
      thumbnailId: thumbnail?.format.id ?? null,
      link: target?.canonicalUrl ?? null,
      formats: thumbnail ? [thumbnail.format] : [],
      audioTracks: [],
      textTracks: [],
    };
  });
  if (!items.length && first === 1) return fail('not_found', { platform });
  const last = first + items.length - 1;
  const about = known ?? { ...describeMedia(platform, link, info), lists: listsOf(platform, link, tabs, tab) };
  const media: Media = {
    ...about,
    kind: 'playlist',
    items,
    itemCount: known?.itemCount ?? total ?? (next === null ? last : null),
    nextFrom: next,
    thumbnailId: items.find((item) => item.thumbnailId)?.thumbnailId ?? null,
  };
  return ok({
    media,
    sources,
    recipes: new Map([...sources.keys()].map((id) => [id, { kind: 'direct', from: id }])),
    sourceFormats: { byId: new Map(), canConvert: false },
  });
}

function listsOf(platform: Platform, link: MediaLink, tabs: readonly string[], read: string | null): Media['lists'] {
  return tabs.flatMap((tab) => {
    const kind = v.safeParse(ListKind, tab);
    const other = kind.success && platformRules[platform].listOf?.(link, kind.output);
    return kind.success && other ? [{ kind: kind.output, link: other, isThis: tab === read }] : [];
  });
}

function targetOf(entry: ExtractorEntry): MediaLink | null {
  const reading = entry.url ? recognise(entry.url) : null;
  return reading?.ok && 'media' in reading.value ? reading.value.media : null;
}

/** For pictures of posts that have no media of their own to copy the headers from. */
function pageHeaders(link: MediaLink): Record<string, string> {
  return {
    'User-Agent': 'Mozilla/5.0 (Windows NT 10.0; Win64; x64)',
    Referer: `${new URL(link.canonicalUrl).origin}/`,
  };
}
