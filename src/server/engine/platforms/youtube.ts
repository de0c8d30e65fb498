import { parameter, segmentsOf, startHint, targetOf, wordsOf } from './link-parts.ts';
import { type ErrorRule, UNSUPPORTED, type LinkReading, type PlatformRules } from './rules.ts';
import type { ListKind } from '#/model/media/media.ts';
import type { ExtractorFormat } from '../worker/info.ts';

const HOST = /^(?:(?:www|m|music|gaming|consent)\.)?youtube(?:-nocookie|kids)?\.com$/;
const VIDEO_ID = /^[\w-]{11}$/;
const LIST_ID = /^[\w-]{10,80}$/;
const CHANNEL_ID = /^UC[\w-]{22}$/;
const VIDEO_PATHS = new Set(['shorts', 'live', 'embed', 'v', 'vi', 'e', 'w', 'watch']);
/** What stands in the place of an id where a player is embedded for something else, and has as many letters. */
const EMBEDDED = new Set(['videoseries', 'live_stream']);
/** Pages that stand before a link, and the parameters that name it. */
const WRAPPERS: Readonly<Record<string, readonly string[]>> = {
  attribution_link: ['u'],
  redirect: ['q'],
  signin: ['next'],
  verify_age: ['next_url'],
  oembed: ['url'],
};

function video(id: string, url: URL): LinkReading {
  const canonicalUrl = `https://www.youtube.com/watch?v=${id}`;
  return { media: { kind: 'video', id, canonicalUrl, hints: { startS: startHint(url) } } };
}

function playlist(id: string): LinkReading {
  // "Liked videos" and "Watch later" are always their owner's alone.
  if (id === 'LL' || id === 'WL') return { failure: 'login_required' };
  if (!LIST_ID.test(id)) return UNSUPPORTED;
  return { media: { kind: 'playlist', id, canonicalUrl: `https://www.youtube.com/playlist?list=${id}` } };
}

/** Whatever a channel shows live at the moment; `name` as paths have it: `@name`, `c/name`, `channel/UC…`. */
function live(name: string): LinkReading {
  return { media: { kind: 'live', id: name, canonicalUrl: `https://www.youtube.com/${name}/live` } };
}

function read(url: URL): LinkReading {
  const [first = '', second = ''] = segmentsOf(url);
  if (url.hostname === 'youtu.be') return VIDEO_ID.test(first) ? video(first, url) : UNSUPPORTED;
  if (!HOST.test(url.hostname)) return UNSUPPORTED;
  const [page = ''] = wordsOf(url);
  if (VIDEO_PATHS.has(page) && VIDEO_ID.test(second) && !EMBEDDED.has(second)) return video(second, url);
  if (['', 'watch', 'watch_popup', 'movie'].includes(page)) {
    const id = parameter(url, ['v'], VIDEO_ID);
    if (id) return video(id, url);
  }
  if (['watch', 'playlist', 'embed', 'v'].includes(page)) {
    const list = url.searchParams.get('list');
    if (list) return playlist(list);
  }
  // YouTube Music's page of a playlist has it with two letters more.
  if (page === 'browse' && second.startsWith('VL')) return playlist(second.slice(2));
  const channel = page === 'embed' && second === 'live_stream' ? parameter(url, ['channel'], CHANNEL_ID) : undefined;
  if (channel) return live(`channel/${channel}`);
  if (page === 'clip' && /^[\w-]{10,60}$/.test(second)) {
    return { media: { kind: 'clip', id: second, canonicalUrl: `https://www.youtube.com/clip/${second}` } };
  }
  return readChannel(url) ?? readWrapper(url, page);
}

/** A channel by its handle, the older names or its id, and which part of it; what old profiles are called by alone may be any page. */
const CHANNEL = /^\/(@[\w.%-]{1,270}|(?:c|user)\/[\w.%-]{1,270}|channel\/UC[\w-]{22})(?:\/(\w+))?$/;
/** Parts of a channel that are lists; `featured` is where its own page begins, and the newest videos stand on it. */
const PARTS: Readonly<Record<string, ListKind | null>> = {
  '': null,
  featured: null,
  videos: 'videos',
  shorts: 'shorts',
  streams: 'streams',
  playlists: 'playlists',
  podcasts: 'podcasts',
  releases: 'releases',
};

function readChannel(url: URL): LinkReading | undefined {
  const path = `/${segmentsOf(url).join('/')}`;
  const [, name, part = ''] = CHANNEL.exec(path.replace(/^\/(c|user|channel)\//i, (page) => page.toLowerCase())) ?? [];
  if (!name) return undefined;
  if (part.toLowerCase() === 'live') return live(name);
  if (!Object.hasOwn(PARTS, part.toLowerCase())) return undefined;
  const kind = PARTS[part.toLowerCase()];
  const id = kind ? `${name}/${kind}` : name;
  return { media: { kind: 'channel', id, canonicalUrl: `https://www.youtube.com/${id}` } };
}

function readWrapper(url: URL, page: string): LinkReading {
  const isConsent = url.hostname === 'consent.youtube.com' && (page === 'm' || page === 'ml');
  const names = isConsent ? ['continue'] : Object.hasOwn(WRAPPERS, page) ? WRAPPERS[page] : undefined;
  const target = names && targetOf(url, ...names);
  return target ? { unwrap: target } : UNSUPPORTED;
}

/** yt-dlp's mark of the track that a film was made with. */
const ORIGINAL = 10;

/** `original`, `dubbed`, `dubbed-auto`, `descriptive`, `secondary`: what the address itself says. */
function contentOf(address: string): string | undefined {
  return /(?:^|:)acont=([a-z-]+)/.exec(new URL(address).searchParams.get('xtags') ?? '')?.[1];
}

/** The first part of what yt-dlp notes, unless that is a quality; its own marks are left out. */
function displayName({ format_note: note = '' }: ExtractorFormat): string | undefined {
  const name = (note.split(', ', 1)[0] ?? '').replace(/ \((?:default|original)\)/g, '');
  return name === '' || /^(?:\d+p|tiny|small|ultralow|low|medium|high|hd|storyboard|DRC|Default)/.test(name)
    ? undefined
    : name;
}

const ERROR_RULES: readonly ErrorRule[] = [
  [/confirm you.?re not a bot|captcha|unusual traffic/i, 'blocked_bot_check'],
  [/content isn.?t available, try again later/i, 'rate_limited'],
  [/All player responses are invalid|IP is likely being blocked/i, 'blocked_ip'],
  [/^Private video|(video|playlist|channel) is private/i, 'private'],
  [
    /confirm your age|age-restricted|inappropriate (for some users|or offensive)|may contain [\w ]*(topics|content|scenes)|viewer discretion/i,
    'age_restricted',
  ],
  [
    /not made this video available in your country|blocked it in your country|(not|n.t) available (in your (country|location|region)|on this country domain)/i,
    'geo_blocked',
  ],
  [/members-only|Join this channel|this channel.?s members|members on level/i, 'members_only'],
  [
    /requires payment|Premium members|available to (Music |YouTube )?Premium|paid (video|channel)|\brent(al)?\b|\bpurchase|\b(buy|subscribe) to watch|requires a .*subscription/i,
    'payment_required',
  ],
  [
    /(closed|deleted) (their|his|her|the)( YouTube)? (account|channel)|(account|channel)( associated with this video)? (has been|was|is) (terminated|closed|suspended|removed|deleted)/i,
    'account_unavailable',
  ],
  [/copyright/i, 'copyright_blocked'],
  [
    /Premieres in|Premiere will|will begin|live event will|live stream will|^(Scheduled|Waiting) for|Offline\./i,
    'live_upcoming',
  ],
  [/processing this video|(video|stream|event|recording) is (still )?being processed/i, 'live_processing'],
  [/live stream recording is not available|live (event|stream) has ended/i, 'live_ended'],
  [
    /channel does not have a \w+ tab|Failed to resolve url|removed by (the|its) (uploader|user|owner|author)|isn.?t available any ?more|no longer available|removed for violating|removed (because|as a result)|This video (is|has been|was) (unavailable|removed|deleted)|(video|playlist|channel) (does not|doesn.?t) exist|Video unavailable\.?$|unviewable|Invalid video id/i,
    'not_found',
  ],
  [/DRM protected/i, 'drm'],
  [/HTTP Error 429|Resource has been exhausted/i, 'rate_limited'],
  [/HTTP Error 403|does not have permission/i, 'upstream_forbidden'],
  [
    /HTTP Error 5\d\d|Internal error encountered|(error occurred|went wrong).*(try again|later)|^Something went wrong/i,
    'upstream_error',
  ],
  // It no longer serves the client that was asked as.
  [
    /SABR|missing a URL|Precondition check failed|invalid argument|page needs to be reloaded|no longer supported (in|on) this|latest version of YouTube|update (the|your) (YouTube|app)|not available on this (app|device)/i,
    'extractor_broken',
  ],
  [/challenge solving failed|Signature solving failed/i, 'engine_misconfigured'],
  [/looks truncated|Did you forget to quote/i, 'unsupported_link'],
  [/Sign(ing)? in/i, 'login_required'],
  // Why, it does not say; often the owner has it shown on some devices or sites only.
  [
    /(video|content|channel) (is not|isn.?t) available|Playback on other websites|Watch (this video )?on YouTube|playback .*disabled/i,
    'unavailable',
  ],
];

export const youtube: PlatformRules = {
  read,
  listOf: ({ kind, id }, part) =>
    kind === 'channel'
      ? `https://www.youtube.com/${id.replace(/\/(?:videos|shorts|streams|playlists|podcasts|releases)$/, '')}/${part}`
      : undefined,
  egressHosts: [
    'youtube.com',
    'youtu.be',
    'youtube-nocookie.com',
    'googlevideo.com',
    'ytimg.com',
    'ggpht.com',
    'youtubei.googleapis.com',
  ],
  expandUserAgent: 'Mozilla/5.0',
  // It asks several interfaces in turn.
  deadlineMs: 30_000,
  selfTestUrl: 'https://www.youtube.com/watch?v=AAAAAAAAAAA',
  errorRules: ERROR_RULES,
  // As yt-dlp names them: tokens wherever one can be shown, or nowhere. Otherwise it asks for those that a client is said to need.
  clientArgs: ({ clients, hasTokens }) => ({
    player_client: clients.split('+'),
    fetch_pot: [hasTokens ? 'always' : 'never'],
  }),
  // As yt-dlp puts it into addresses of files, and of playlists.
  bearsToken: (address) => /[?&]pot=|\/pot\//.test(address),
  deadShortLink: 'not_found',
  muxedCodecs: { video: 'h264', audio: 'aac' },
  // The same sound with its loudness flattened: a second copy of every track.
  keepFormat: (format) => !/-drc\b/.test(format.format_id),
  // Tracks of one format in several languages are told apart by their order only; their language is what stays.
  formatId: ({ format_id: id, language }) => (language ? id.replace(/-\d+$/, `-${language}`) : id),
  soundKind: (format) =>
    contentOf(format.url) ??
    (format.language?.endsWith('-desc') ? 'descriptive' : undefined) ??
    (format.language_preference === ORIGINAL ? 'original' : displayName(format)),
  soundName: displayName,
  // `English original, 1080p60, …`: of a film without its black bars the name of what it was made from.
  quality: ({ format_note: note }) => Number(/(?:^|, )(\d{3,4})p\d*\b/.exec(note ?? '')?.[1] ?? 0) || undefined,
};
