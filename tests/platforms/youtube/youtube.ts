import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { example } from '#app.config';
import type { Context, PlatformReplica } from '../context.ts';
import { freshId } from '../fresh-id.ts';
import { MEDIA_FOLDER } from '../make-media.ts';
import { missing } from '../mpd.ts';
import { CHALLENGES, ciphered, isAnswered, withQuestion } from './youtube-challenges.ts';
import { HEIGHTS, MANY_TRACKS, manyCaptions, SOUND_FILES, type Track, TRACKS } from './youtube-many-tracks.ts';
import { LONG_PLAYLIST, serveBrowse, serveList } from './youtube-lists.ts';
import { DATA, page, SESSION, STORYBOARD_SIGNATURE } from './youtube-pages.ts';
import { PLAYERS, playerOf, scriptPath } from './youtube-players.ts';
import { attestation, homePage, integrityService, interpreter, isToken } from './youtube-tokens.ts';
import { ANNOUNCED, NOT_A_BOT, TROUBLES } from './youtube-troubles.ts';

/** YouTube: the watch page, the player interface as each client sees it, playlists, captions, and the content network. */

const VIDEO = 'OKvideo0001';
const SHORT = 'Shorts00001';
const BIG = 'BigFile0001';
const TWO_LANGUAGES = 'MultiAudio1';
const REFUSED_FILE = 'Media403x01';
const LIVE = 'LiveNow0001';
/** Any of them, so that what is remembered of one says nothing of another. */
const PREMIERES = /^Premiere\d{3}$/;
const PIECES = 'Hls60fps001';
const PIECES_MP4 = 'HlsFmp40001';
const PIECES_DASH = 'DashList001';
const PROTECTED = 'Drm00000001';
const SLOW_DOWN = 'Http429x001';
const SERVER_ERROR = 'Http500x001';
const OTHER_VIDEO = 'WrongVid001';
/** What the site offers to try, on its pages and in the examples of its API. */
const FREE_FILM = new URL(example?.link ?? 'https://www.youtube.com/').searchParams.get('v');
const KNOWN = new Set([
  VIDEO,
  ...(FREE_FILM === null ? [] : [FREE_FILM]),
  SHORT,
  BIG,
  TWO_LANGUAGES,
  MANY_TRACKS,
  REFUSED_FILE,
  LIVE,
  PIECES,
  PIECES_MP4,
  PIECES_DASH,
  PROTECTED,
  SLOW_DOWN,
  SERVER_ERROR,
  OTHER_VIDEO,
  ...Object.keys(CHALLENGES),
]);
/** As many as anybody wants, all alike: those of the lists. */
const ONE_OF_MANY = /^(?:Many|Long)\d{7}$/;

type Stream = { file: string; mime: string; label?: string; quality: string; muxed?: boolean; heightPx?: number };

/** The formats by YouTube's own numbers. */
const STREAMS: Record<number, Stream> = {
  18: {
    file: 'prog_360.mp4',
    mime: 'video/mp4; codecs="avc1.42001E, mp4a.40.2"',
    label: '360p',
    quality: 'medium',
    muxed: true,
  },
  160: { file: 'v_avc_144.mp4', mime: 'video/mp4; codecs="avc1.4d400c"', label: '144p', quality: 'tiny' },
  134: { file: 'v_avc_360.mp4', mime: 'video/mp4; codecs="avc1.4d401e"', label: '360p', quality: 'medium' },
  136: { file: 'v_avc_720.mp4', mime: 'video/mp4; codecs="avc1.4d401f"', label: '720p', quality: 'hd720' },
  298: { file: 'v_avc_720p60.mp4', mime: 'video/mp4; codecs="avc1.4d4020"', label: '720p60', quality: 'hd720' },
  243: { file: 'v_vp9_360.webm', mime: 'video/webm; codecs="vp9"', label: '360p', quality: 'medium' },
  247: { file: 'v_vp9_720.webm', mime: 'video/webm; codecs="vp9"', label: '720p', quality: 'hd720' },
  140: { file: 'a_aac_128.m4a', mime: 'audio/mp4; codecs="mp4a.40.2"', quality: 'AUDIO_QUALITY_MEDIUM' },
  251: { file: 'a_opus.webm', mime: 'audio/webm; codecs="opus"', quality: 'AUDIO_QUALITY_MEDIUM' },
};
for (const [itag, height] of HEIGHTS) {
  STREAMS[itag] = {
    file: 'v_avc_360.mp4',
    mime: 'video/mp4; codecs="avc1.4d401e"',
    label: `${height}p`,
    quality: 'medium',
    heightPx: height,
  };
}
const OTHER_FILES: Record<string, Record<string, string>> = {
  [BIG]: { 18: 'big_360.mp4' },
  [SHORT]: { 18: 'portrait_576.mp4' },
  [TWO_LANGUAGES]: { '140.es.4': 'a_aac_es.m4a' },
  [MANY_TRACKS]: SOUND_FILES,
};
const ADDRESS_LIFE_S = 21_540;

function fileOf(id: string, itag: number, track: string | null): string {
  return OTHER_FILES[id]?.[track ? `${itag}.${track}` : itag] ?? STREAMS[itag]?.file ?? missing(String(itag));
}

/** Stands for YouTube's signature: the content network checks it. */
const signature = (id: string, itag: number) => `AJ${Buffer.from(`${id}:${itag}`).toString('base64url')}`;

function format({ index, from }: Context, id: string, itag: number, track?: Track) {
  const { mime, label, quality, muxed, heightPx: claimedPx } = STREAMS[itag] ?? missing(String(itag));
  const file = fileOf(id, itag, track?.id ?? null);
  const { sizeBytes, durationS, widthPx, heightPx, fps } = index[file] ?? missing(file);
  const bitrate = Math.round((sizeBytes * 8) / durationS);
  const content = track?.displayName.endsWith('descriptive')
    ? 'descriptive'
    : track?.audioIsDefault
      ? 'original'
      : 'dubbed';
  const language = track && `acont=${content}:lang=${track.id.split('.')[0]}`;
  const query = new URLSearchParams({
    expire: String(Math.floor(Date.now() / 1e3) + ADDRESS_LIFE_S),
    ei: 'replica',
    ip: from,
    id: `o-${id}`,
    vid: id,
    itag: String(itag),
    source: 'youtube',
    requiressl: 'yes',
    mime: mime.split(';')[0] ?? '',
    clen: String(sizeBytes),
    dur: durationS.toFixed(3),
    lmt: '1788000000000000',
    sig: signature(id, itag),
    ...(track && {
      xtags: language ?? '',
      trk: track.id,
    }),
  });
  const sound = { audioSampleRate: '48000', audioChannels: 2 };
  return {
    itag,
    mimeType: mime,
    bitrate,
    averageBitrate: bitrate,
    contentLength: String(sizeBytes),
    projectionType: 'RECTANGULAR',
    approxDurationMs: String(durationS * 1e3),
    lastModified: '1788000000000000',
    quality: label ? quality : 'tiny',
    ...(label
      ? {
          width: claimedPx === undefined ? widthPx : Math.round((claimedPx * 16) / 9),
          height: claimedPx ?? heightPx,
          fps: Number(fps),
          qualityLabel: label,
        }
      : {
          audioQuality: quality,
          ...sound,
        }),
    ...(muxed
      ? {
          audioQuality: 'AUDIO_QUALITY_LOW',
          ...sound,
        }
      : {
          initRange: {
            start: '0',
            end: '700',
          },
          indexRange: {
            start: '701',
            end: '800',
          },
        }),
    ...(track && { audioTrack: track }),
    url: `https://rr1---sn-replica.googlevideo.com/videoplayback?${query}&ei=${freshId()}`,
  };
}

function streamingData(context: Context, id: string) {
  const of = (itags: number[]) => itags.map((itag) => format(context, id, itag));
  const life = { expiresInSeconds: String(ADDRESS_LIFE_S) };
  if (id === LIVE || id === PIECES || id === PIECES_MP4) {
    return {
      ...life,
      hlsManifestUrl: `https://manifest.googlevideo.com/api/manifest/hls_variant/expire/9999999999/id/${id}/file/index.m3u8`,
    };
  }
  if (id === PIECES_DASH)
    return { ...life, dashManifestUrl: `https://manifest.googlevideo.com/api/manifest/dash/id/${id}` };
  if (id === PROTECTED) {
    const adaptiveFormats = of([136, 140]).map((one) => ({ ...one, drmFamilies: ['WIDEVINE', 'PLAYREADY'] }));
    return {
      ...life,
      licenseInfos: [{ drmFamily: 'WIDEVINE', url: 'https://www.youtube.com/api/drm/widevine' }],
      adaptiveFormats,
    };
  }
  const challenge = CHALLENGES[id];
  if (challenge) {
    const { player } = challenge;
    const adaptiveFormats = of([134, 136, 140]).map((one) => ciphered(one, player));
    return { ...life, formats: of([18]).map((one) => withQuestion(one, player)), adaptiveFormats };
  }
  if (id === BIG || id === SHORT) return { ...life, formats: of([18]), adaptiveFormats: [] };
  if (id === MANY_TRACKS) {
    const sounds = [140, 251].flatMap((itag) => TRACKS.map((track) => format(context, id, itag, track)));
    return { ...life, formats: of([18]), adaptiveFormats: [...of([...HEIGHTS.keys(), 243]), ...sounds] };
  }
  const videos = of([160, 134, 136, 298, 243, 247]);
  const tracks: Track[] = [
    { displayName: 'English original', id: 'en.4', audioIsDefault: true },
    { displayName: 'Spanish', id: 'es.4', audioIsDefault: false },
  ];
  const sounds = id === TWO_LANGUAGES ? tracks.map((track) => format(context, id, 140, track)) : of([140, 251]);
  return { ...life, formats: of([18]), adaptiveFormats: [...videos, ...sounds] };
}

/** What the player interface tells a client; the web client gets no addresses at all. */
function player(context: Context, id: string, client: string, token?: unknown) {
  const { details, microformat, captions } = DATA;
  const isLive = id === LIVE;
  const isUpcoming = PREMIERES.test(id) && !context.knobs.isPremiereOver;
  const startTimestamp = isUpcoming ? context.knobs.premiereAt : '2026-11-20T08:00:00+00:00';
  const broadcast = isLive || isUpcoming ? { isLiveNow: isLive, startTimestamp } : null;
  const common = {
    responseContext: { visitorData: SESSION.VISITOR_DATA },
    videoDetails: {
      ...details(id),
      ...(isLive && { isLive, isLiveContent: true, lengthSeconds: '0' }),
      ...(isUpcoming && { isUpcoming, lengthSeconds: '0' }),
    },
    ...(client === 'WEB' && { microformat: microformat(id, broadcast) }),
  };
  if (context.isRefused || context.knobs.refusedClients.includes(client)) return { ...common, ...NOT_A_BOT };
  if (context.knobs.demandsTokens === 'everywhere' && !isToken(token, context.from, [id]))
    return { ...common, ...NOT_A_BOT };
  const trouble = TROUBLES.find((one) => one.id === id);
  if (trouble) return { ...common, ...trouble.answer };
  if (isUpcoming) return { ...common, ...ANNOUNCED };
  if (id === OTHER_VIDEO)
    return {
      ...common,
      videoDetails: { ...common.videoDetails, videoId: 'aQvGIIdgFDM' },
      playabilityStatus: { status: 'OK' },
    };
  const data = streamingData(context, id);
  const withoutAddress = (list: object[]) =>
    list.map((one) => Object.fromEntries(Object.entries(one).filter(([name]) => name !== 'url')));
  return {
    ...common,
    playabilityStatus: { status: 'OK', playableInEmbed: true },
    captions: id === MANY_TRACKS ? manyCaptions(id) : captions(id),
    ...(id === VIDEO && { storyboards: DATA.storyboards(id) }),
    streamingData:
      client === 'WEB'
        ? {
            expiresInSeconds: '21540',
            adaptiveFormats: withoutAddress('adaptiveFormats' in data ? data.adaptiveFormats : []),
          }
        : data,
  };
}

/** The content network: checks signature, expiry, and that it is asked by whom the address was made for. */
function serveFile({ url, host, from, knobs, text, status, media }: Context): void {
  if (host === 'manifest.googlevideo.com') {
    return url.pathname.includes('/dash/')
      ? text(segmentLists(), 'application/dash+xml')
      : text(hls(url.pathname), 'application/vnd.apple.mpegurl');
  }
  const [, segments] = /^\/videoplayback\/segments\/(\w+\.(?:mpegts|mp4|m4a))$/.exec(url.pathname) ?? [];
  if (segments) return media(segments);
  const query = url.searchParams;
  const [id, itag] = [query.get('vid') ?? '', Number(query.get('itag'))];
  const isGood = query.get('sig') === signature(id, itag) && Number(query.get('expire')) > Date.now() / 1000;
  if (!isGood || !isAnswered(query) || query.get('ip') !== from || id === REFUSED_FILE) return status(403);
  if (knobs.demandsTokens && !isToken(query.get('pot'), from, [id, SESSION.VISITOR_DATA])) return status(403);
  media(fileOf(id, itag, query.get('trk')), {
    queryRange: query.get('range'),
    type: STREAMS[itag]?.mime.split(';')[0] ?? '',
  });
}

function hls(path: string): string {
  const [, id = ''] = /\/id\/([\w-]{11})/.exec(path) ?? [];
  if (path.includes('/hls_variant/')) {
    const stream = '#EXT-X-STREAM-INF:BANDWIDTH=400000,CODECS="avc1.4D401E,mp4a.40.2",RESOLUTION=640x360,FRAME-RATE=24';
    return `#EXTM3U\n#EXT-X-INDEPENDENT-SEGMENTS\n${stream}\nhttps://manifest.googlevideo.com/api/manifest/hls_playlist/id/${id}/itag/93/playlist/index.m3u8\n`;
  }
  if (id === PIECES_MP4) return segmentedPlaylist('hls_360.mp4');
  const end = id === LIVE ? '' : '#EXT-X-ENDLIST\n';
  return `#EXTM3U\n#EXT-X-VERSION:3\n#EXT-X-TARGETDURATION:4\n#EXTINF:4.0,\n${SEGMENTS}hls_360.mpegts?ei=${freshId()}\n${end}`;
}

const SEGMENTS = 'https://rr1---sn-replica.googlevideo.com/videoplayback/segments/';

/** Where a fragmented MP4's head ends, and its fragments lie. */
function fragmentsOf(file: string): { headBytes: number; fragments: { at: number; size: number }[] } {
  const bytes = readFileSync(join(MEDIA_FOLDER, file));
  const starts: number[] = [];
  for (let at = 0; at < bytes.length; at += bytes.readUInt32BE(at)) {
    if (bytes.toString('latin1', at + 4, at + 8) === 'moof') starts.push(at);
  }
  const fragments = starts.map((at, place) => ({ at, size: (starts[place + 1] ?? bytes.length) - at }));
  return { headBytes: starts[0] ?? bytes.length, fragments };
}

/** A fragmented MP4 as a playlist of byte ranges: its head, then each fragment. */
function segmentedPlaylist(name: string): string {
  const file = `${name}?ei=${freshId()}`;
  const { headBytes, fragments } = fragmentsOf(name);
  const lines = fragments.map(({ at, size }) => `#EXTINF:2.0,\n#EXT-X-BYTERANGE:${size}@${at}\n${SEGMENTS}${file}\n`);
  const head = `#EXT-X-MAP:URI="${SEGMENTS}${file}",BYTERANGE="${headBytes}@0"\n`;
  return `#EXTM3U\n#EXT-X-VERSION:6\n#EXT-X-TARGETDURATION:2\n${head}${lines.join('')}#EXT-X-ENDLIST\n`;
}

/** A DASH manifest of picture and sound in lists of segments. */
function segmentLists(): string {
  const set = (file: string, kind: 'video' | 'audio', representation: string) => {
    const { headBytes, fragments } = fragmentsOf(file);
    const urls = fragments.map(
      ({ at, size }) => `<SegmentURL media="${SEGMENTS}${file}" mediaRange="${at}-${at + size - 1}"/>`,
    );
    const seconds = 4 / fragments.length;
    return `<AdaptationSet contentType="${kind}" mimeType="${kind}/mp4"><Representation ${representation}><SegmentList timescale="1000" duration="${Math.round(seconds * 1000)}"><Initialization sourceURL="${SEGMENTS}${file}" range="0-${headBytes - 1}"/>${urls.join('')}</SegmentList></Representation></AdaptationSet>`;
  };
  const picture = 'id="134" codecs="avc1.4d401e" width="640" height="360" frameRate="24" bandwidth="300000"';
  const sound = 'id="140" codecs="mp4a.40.2" audioSamplingRate="48000" bandwidth="128000"';
  return `<?xml version="1.0"?><MPD xmlns="urn:mpeg:dash:schema:mpd:2011" profiles="urn:mpeg:dash:profile:isoff-main:2011" minBufferTime="PT1.5S" type="static" mediaPresentationDuration="PT4S"><Period duration="PT4S">${set('v_avc_360.mp4', 'video', picture)}${set('a_aac_128.m4a', 'audio', sound)}</Period></MPD>`;
}

/** Sheets of the largest size, which is the one that is asked for. */
function serveStoryboard({ url, status, media }: Context): void {
  const [, sheet] = /\/storyboard3_L2\/M(\d)\.jpg$/.exec(url.pathname) ?? [];
  if (sheet === undefined || url.searchParams.get('sigh') !== STORYBOARD_SIGNATURE) return status(403);
  media(`storyboard_${sheet}.jpg`);
}

function serveInterface(context: Context): void {
  const { url, body, json } = context;
  if (url.pathname.endsWith('/browse')) return serveBrowse(context);
  const { context: asked, videoId: id = '', serviceIntegrityDimensions: shown } = JSON.parse(body || '{}');
  if (url.pathname.endsWith('/att/get')) return attestation(context);
  if (!url.pathname.endsWith('/player')) return json(url.pathname.endsWith('/next') ? DATA.watchNext(id) : {});
  if (id === SLOW_DOWN)
    return json({ error: { code: 429, message: 'Resource has been exhausted (e.g. check quota).' } }, 429);
  if (id === SERVER_ERROR) return json({ error: { code: 500, message: 'Internal error encountered.' } }, 500);
  json(player(context, knownOrMissing(id), asked?.client?.clientName ?? '', shown?.poToken));
}

/** An id nobody has is a video that is no longer available. */
function knownOrMissing(id: string): string {
  const isKnown =
    KNOWN.has(id) ||
    [ONE_OF_MANY, PREMIERES].some((ids) => ids.test(id)) ||
    TROUBLES.some((trouble) => trouble.id === id);
  return isKnown ? id : 'Missing0001';
}

function handle(context: Context): void {
  const { url, host, html, text, redirect, status, media } = context;
  const path = url.pathname;
  if (path.startsWith('/sb/')) return serveStoryboard(context);
  if (/ytimg\.com$|ggpht\.com$/.test(host)) return media(/maxres|hq720/.test(path) ? 'thumb_720.jpg' : 'thumb_360.jpg');
  if (host === 'youtu.be') return redirect(`https://www.youtube.com/watch?v=${path.slice(1)}&feature=youtu.be`);
  if (host.endsWith('googlevideo.com')) return serveFile(context);
  if (host === 'www.google.com') return interpreter(context);
  if (path === '/api/jnn/v1/GenerateIT') return integrityService(context);
  if (path.startsWith('/youtubei/v1/')) return serveInterface(context);
  const [, playerId] = /^\/s\/player\/(\w+)\//.exec(path) ?? [];
  const script = playerOf(playerId ?? '');
  if (script) return path === scriptPath(script) ? text(script.script, 'text/javascript') : status(404);
  if (path === '/api/timedtext')
    return media(
      (url.searchParams.get('tlang') ?? url.searchParams.get('lang')) === 'es' ? 'subs_es.vtt' : 'subs_en.vtt',
    );
  if (serveList(context)) return;
  if (path === '/watch') {
    const id = url.searchParams.get('v') ?? '';
    if (id === SLOW_DOWN) return status(429, 'Too Many Requests');
    const script = CHALLENGES[id]?.player ?? PLAYERS.prototypes;
    return html(page(id, player(context, knownOrMissing(id), 'WEB'), script));
  }
  if (path === '/') return html(homePage(context));
  // The embedded player, which yt-dlp tries for videos with an age gate.
  if (path.startsWith('/embed/')) return html(`<html><script>ytcfg.set(${JSON.stringify(SESSION)});</script></html>`);
  status(404);
}

const watch = (id: string) => `https://www.youtube.com/watch?v=${id}`;
const list = (id: string) => `https://www.youtube.com/playlist?list=${id}`;

export const youtube: PlatformReplica = {
  hosts: /(?:^|\.)(?:youtube\.com|youtu\.be|youtube-nocookie\.com|googlevideo\.com|ytimg\.com|ggpht\.com|google\.com)$/,
  handle,
  conditions: [
    {
      link: watch(VIDEO),
      what: 'a public video, with captions and chapters',
      expect: { files: { 18: 'prog_360.mp4', 140: 'a_aac_128.m4a', 136: 'v_avc_720.mp4' } },
    },
    { link: `https://www.youtube.com/shorts/${SHORT}`, what: 'a short', expect: { files: { 18: 'portrait_576.mp4' } } },
    { link: watch(BIG), what: 'a file above 10 MiB', expect: { files: { 18: 'big_360.mp4' } } },
    { link: watch(TWO_LANGUAGES), what: 'sound in two languages', expect: { files: { '140-es': 'a_aac_es.m4a' } } },
    {
      link: watch(MANY_TRACKS),
      what: 'sound in 35 tracks and 20 heights',
      expect: { files: { '140-ja': 'a_aac_ja.m4a', '251-ja': 'a_opus_ja.webm', '140-en-desc': 'a_aac_es.m4a' } },
    },
    {
      link: `https://youtu.be/${VIDEO}?t=2`,
      what: 'a short link with a time',
      expect: { files: { 18: 'prog_360.mp4' } },
    },
    { link: list('PLreplica0000000000000000000000001'), what: 'a playlist', expect: { files: {} } },
    { link: list('PLreplica0000000000000000000000002'), what: 'a playlist of 60', expect: { files: {} } },
    { link: list(LONG_PLAYLIST), what: 'a playlist of 4,999', expect: { files: {} } },
    { link: 'https://www.youtube.com/@replicachannel', what: 'a channel', expect: { files: {} } },
    { link: 'https://www.youtube.com/@replicachannel/shorts', what: 'the shorts of a channel', expect: { files: {} } },
    { link: 'https://www.youtube.com/@nobody', what: 'a channel that does not exist', expect: { code: 'not_found' } },
    {
      link: 'https://www.youtube.com/@replicashorts/videos',
      what: 'a part that a channel has not',
      expect: { code: 'not_found' },
    },
    {
      link: list('PLmissing000000000000000000000000'),
      what: 'a playlist that does not exist',
      expect: { code: 'not_found' },
    },
    { link: watch(LIVE), what: 'live', expect: { code: 'live_now' } },
    { link: watch('Premiere001'), what: 'a premiere that has not begun', expect: { code: 'live_upcoming' } },
    { link: watch(PIECES), what: 'in segments of a transport stream only', expect: { files: {} } },
    { link: watch(PIECES_MP4), what: 'in segments of MP4 only', expect: { files: {} } },
    { link: watch(PIECES_DASH), what: 'in segment lists of DASH only', expect: { files: {} } },
    { link: watch(PROTECTED), what: 'with copy protection', expect: { code: 'drm' } },
    { link: watch(SLOW_DOWN), what: 'refused for asking too often', expect: { code: 'rate_limited' } },
    { link: watch(SERVER_ERROR), what: 'an error of the platform', expect: { code: 'upstream_error' } },
    {
      link: watch(OTHER_VIDEO),
      what: 'answered with another video, which means a blocked address',
      expect: { code: 'blocked_ip' },
    },
    ...Object.entries(CHALLENGES).map(([id, { what, code }]) => ({
      link: watch(id),
      what,
      expect: code ? { code } : { files: { 18: 'prog_360.mp4', 136: 'v_avc_720.mp4', 140: 'a_aac_128.m4a' } },
      withoutSolver: 'engine_misconfigured' as const,
    })),
    ...TROUBLES.map(({ id, what, code }) => ({ link: watch(id), what, expect: { code } })),
  ],
};
