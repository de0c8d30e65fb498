import { parameter, segmentsOf, startHint } from './link-parts.ts';
import { UNSUPPORTED, type LinkReading, type PlatformRules } from './rules.ts';

const HOST = /^(?:(?:www|m|music|gaming|consent)\.)?youtube(?:-nocookie)?\.com$/;
const VIDEO_ID = /^[\w-]{11}$/;
const LIST_ID = /^[\w-]{10,80}$/;
const VIDEO_PATHS = new Set(['shorts', 'live', 'embed', 'v', 'e', 'watch']);

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

function read(url: URL): LinkReading {
  const [first = '', second = ''] = segmentsOf(url);
  if (url.hostname === 'youtu.be') return VIDEO_ID.test(first) ? video(first, url) : UNSUPPORTED;
  if (!HOST.test(url.hostname)) return UNSUPPORTED;
  if (VIDEO_PATHS.has(first) && VIDEO_ID.test(second)) return video(second, url);
  if (['', 'watch', 'movie'].includes(first)) {
    const id = parameter(url, ['v'], VIDEO_ID);
    if (id) return video(id, url);
  }
  if (['watch', 'playlist', 'embed'].includes(first)) {
    const list = url.searchParams.get('list');
    if (list) return playlist(list);
  }
  if (first === 'clip' && /^[\w-]{10,60}$/.test(second)) {
    return { media: { kind: 'clip', id: second, canonicalUrl: `https://www.youtube.com/clip/${second}` } };
  }
  if (first === 'attribution_link') {
    const target = url.searchParams.get('u');
    if (target?.startsWith('/')) return { unwrap: `https://www.youtube.com${target}` };
  }
  const target = first === 'm' && url.hostname === 'consent.youtube.com' ? url.searchParams.get('continue') : null;
  return target ? { unwrap: target } : UNSUPPORTED;
}

export const youtube: PlatformRules = {
  read,
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
  deadShortLink: 'not_found',
  muxedCodecs: { video: 'h264', audio: 'aac' },
  // The same sound with its loudness flattened: a second copy of every track.
  keepFormat: (format) => !/-drc\b/.test(format.format_id),
  // Tracks of one format in several languages are told apart by their order only; their language is what stays.
  formatId: ({ format_id: id, language }) => (language ? id.replace(/-\d+$/, `-${language}`) : id),
};
