import type { Context } from '../context.ts';
import { CHANNEL, channelLink, inScript, runs, SESSION, thumbnails, titleOf } from './youtube-pages.ts';

/** YouTube's lists: playlists, and the tabs of channels, a page at a time. What leads to the next is good for whoever was given it. */

/** Ids of `count` videos of those that there are any number of. */
function manyVideos(count: number, after = 0): string[] {
  return Array.from({ length: count }, (_, n) => `Many${String(after + n + 1).padStart(7, '0')}`);
}

/** As long as a playlist may become, but for one. */
export const LONG_PLAYLIST = 'PLreplica0000000000000000000000003';
/** Of 1,234. */
export const OTHER_PLAYLIST = 'PLreplica0000000000000000000000004';
/** Of 200. */
export const MIDDLE_PLAYLIST = 'PLreplica0000000000000000000000005';
const SHORT_PLAYLIST = 'PLreplica0000000000000000000000001';
const PLAYLISTS: Record<string, readonly string[]> = {
  [SHORT_PLAYLIST]: ['OKvideo0001', 'Shorts00001', 'Private0001', 'BigFile0001'],
  PLreplica0000000000000000000000002: Array.from({ length: 60 }, (_, n) => `Long${String(n).padStart(7, '0')}`),
  [LONG_PLAYLIST]: manyVideos(4999),
  [OTHER_PLAYLIST]: manyVideos(1234),
  [MIDDLE_PLAYLIST]: manyVideos(200, 40_000),
};

type Tab = 'featured' | 'videos' | 'shorts' | 'streams' | 'playlists';
const CHANNELS: Record<string, Partial<Record<Tab, readonly string[]>>> = {
  '@replicachannel': {
    featured: [],
    videos: manyVideos(75, 10_000),
    shorts: ['Shorts00001', ...manyVideos(4, 20_000)],
    streams: manyVideos(2, 30_000),
    playlists: [SHORT_PLAYLIST, LONG_PLAYLIST],
  },
  '@replicashorts': { featured: [], shorts: ['Shorts00001'] },
};
const TITLES: Record<Tab, string> = {
  featured: 'Home',
  videos: 'Videos',
  shorts: 'Shorts',
  streams: 'Live',
  playlists: 'Playlists',
};
/** Entries that come at a time. */
const OF_PLAYLIST = 100;
const OF_TAB = 30;

/** What a token stands for. */
type Place = { list: string; tab: Tab | null; at: number; visitor: string };

const tokenOf = (place: Place) => Buffer.from(JSON.stringify(place)).toString('base64url');

function lead(place: Place) {
  const continuationEndpoint = {
    continuationCommand: { token: tokenOf(place), request: 'CONTINUATION_REQUEST_TYPE_BROWSE' },
  };
  return { continuationItemRenderer: { trigger: 'CONTINUATION_TRIGGER_ON_ITEM_SHOWN', continuationEndpoint } };
}

/** Entries from a place on, and what leads to the next. */
function entriesAt(place: Place): object[] {
  const { list, tab, at } = place;
  const ids = (tab === null ? PLAYLISTS[list] : CHANNELS[list]?.[tab]) ?? [];
  const end = at + (tab === null ? OF_PLAYLIST : OF_TAB);
  const shown = ids.slice(at, end).map((id, n) => (tab === null ? playlistEntry(id, at + n + 1) : tabEntry(tab, id)));
  return end < ids.length ? [...shown, lead({ ...place, at: end })] : shown;
}

function playlistEntry(id: string, index: number) {
  return {
    playlistVideoRenderer: {
      videoId: id,
      title: runs(titleOf(id)),
      index: { simpleText: String(index) },
      lengthSeconds: '4',
      isPlayable: id !== 'Private0001',
      lengthText: { simpleText: '0:04' },
      shortBylineText: runs('Replica Channel', channelLink),
      thumbnail: thumbnails(id),
    },
  };
}

function tabEntry(tab: Tab, id: string) {
  const image = { sources: thumbnails(id).thumbnails };
  if (tab === 'shorts') {
    const shortsLockupViewModel = {
      entityId: `shorts-shelf-item-${id}`,
      onTap: { innertubeCommand: { reelWatchEndpoint: { videoId: id } } },
      overlayMetadata: { primaryText: { content: titleOf(id) } },
      thumbnailViewModel: { thumbnailViewModel: { image } },
    };
    return { richItemRenderer: { content: { shortsLockupViewModel } } };
  }
  const isPlaylist = tab === 'playlists';
  const thumbnailViewModel = { image, overlays: [{ thumbnailBottomOverlayViewModel: { badges: [length()] } }] };
  const lockupViewModel = {
    contentId: id,
    contentType: isPlaylist ? 'LOCKUP_CONTENT_TYPE_PLAYLIST' : 'LOCKUP_CONTENT_TYPE_VIDEO',
    metadata: { lockupMetadataViewModel: { title: { content: isPlaylist ? 'Replica playlist' : titleOf(id) } } },
    contentImage: isPlaylist
      ? { collectionThumbnailViewModel: { primaryThumbnail: { thumbnailViewModel: { image } } } }
      : { thumbnailViewModel },
  };
  return isPlaylist ? { lockupViewModel } : { richItemRenderer: { content: { lockupViewModel } } };
}

const length = () => ({
  thumbnailBadgeViewModel: { text: '0:04', badgeStyle: 'THUMBNAIL_OVERLAY_BADGE_STYLE_DEFAULT' },
});

/** A playlist's page; undefined: there is no such one. */
function playlistData(list: string, visitor: string) {
  const count = PLAYLISTS[list]?.length;
  if (count === undefined) return undefined;
  const rows = {
    playlistVideoListRenderer: { playlistId: list, contents: entriesAt({ list, tab: null, at: 0, visitor }) },
  };
  const content = { sectionListRenderer: { contents: [{ itemSectionRenderer: { contents: [rows] } }] } };
  const stats = [{ runs: [{ text: count.toLocaleString('en') }, { text: ' videos' }] }];
  return {
    metadata: { playlistMetadataRenderer: { title: 'Replica playlist', description: 'of replica videos' } },
    header: {
      playlistHeaderRenderer: {
        playlistId: list,
        title: { simpleText: 'Replica playlist' },
        ownerText: runs('Replica Channel', channelLink),
        numVideosText: stats[0],
      },
    },
    sidebar: { playlistSidebarRenderer: { items: [{ playlistSidebarPrimaryInfoRenderer: { stats } }] } },
    contents: { twoColumnBrowseResultsRenderer: { tabs: [{ tabRenderer: { selected: true, content } }] } },
  };
}

/** A channel's page; one that has not the tab that is asked for shows its start. undefined: there is no such channel. */
function channelData(name: string, wanted: string, visitor: string) {
  const tabs = CHANNELS[name];
  if (!tabs) return undefined;
  const names = Object.keys(tabs) as Tab[];
  const selected = names.find((tab) => tab === wanted) ?? 'featured';
  const entries = entriesAt({ list: name, tab: selected, at: 0, visitor });
  const grid = [{ itemSectionRenderer: { contents: [{ gridRenderer: { items: entries } }] } }];
  const content =
    selected === 'playlists'
      ? { sectionListRenderer: { contents: grid } }
      : { richGridRenderer: { contents: entries } };
  return {
    metadata: {
      channelMetadataRenderer: {
        title: 'Replica Channel',
        description: 'of replica videos',
        externalId: CHANNEL,
        vanityChannelUrl: `http://www.youtube.com/${name}`,
      },
    },
    contents: {
      twoColumnBrowseResultsRenderer: {
        tabs: names.map((tab) => ({
          tabRenderer: {
            endpoint: { commandMetadata: { webCommandMetadata: { url: `/${name}/${tab}` } } },
            title: TITLES[tab],
            ...(tab === selected && { selected: true, content }),
          },
        })),
      },
    },
  };
}

const page = (data: unknown) =>
  `<html><script>ytcfg.set(${inScript(SESSION)});</script><script>var ytInitialData = ${inScript(data)};</script></html>`;
const MISSING = { alerts: [{ alertRenderer: { type: 'ERROR', text: runs('The playlist does not exist.') } }] };

/** The page of a list. False: the path is of none. */
export function serveList({ url, html, status }: Context): boolean {
  if (url.pathname === '/playlist') {
    html(page(playlistData(url.searchParams.get('list') ?? '', SESSION.VISITOR_DATA) ?? MISSING));
    return true;
  }
  const [, name = '', tab = 'featured'] = /^\/(@\w+)(?:\/(\w+))?$/.exec(url.pathname) ?? [];
  if (!name) return false;
  const data = channelData(name, tab, SESSION.VISITOR_DATA);
  if (data) html(page(data));
  else status(404);
  return true;
}

/** `/youtubei/v1/browse`: a page that comes after, or a playlist with what cannot be seen of it. */
export function serveBrowse({ req, body, json }: Context): void {
  const { continuation, browseId = '' } = JSON.parse(body || '{}') as { continuation?: string; browseId?: string };
  const visitor = String(req.headers['x-goog-visitor-id'] ?? '');
  if (continuation === undefined) return json(playlistData(browseId.replace(/^VL/, ''), visitor) ?? {});
  const place = JSON.parse(Buffer.from(continuation, 'base64url').toString()) as Place;
  if (place.visitor !== visitor)
    return json({ error: { code: 400, message: 'Request contains an invalid argument.' } }, 400);
  const action = { appendContinuationItemsAction: { continuationItems: entriesAt(place) } };
  json({ responseContext: { visitorData: visitor }, onResponseReceivedActions: [action] });
}
