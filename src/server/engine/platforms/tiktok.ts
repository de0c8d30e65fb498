import { parameter, segmentsOf, targetOf, wordsOf } from './link-parts.ts';
import { type ErrorRule, UNSUPPORTED, type LinkReading, type PlatformRules } from './rules.ts';

const HOST = /^(?:(?:www|m|vm|vt|lite)\.)?tiktokv?\.com$/;
const POST =
  /^\/(?:i18n\/)?(?:(@[\w.-]*)\/)?(video|photo|share\/video|embed(?:\/v\d)?|player\/v1|v)\/(\d{6,24})(?:\.html)?(?:\/|$)/i;
const POST_ID = /^\d{6,24}$/;
/** Pages of many films that name the one that plays. */
const FEEDS = new Set(['', 'foryou', 'following', 'explore', 'friends']);

function read(url: URL): LinkReading {
  if (!HOST.test(url.hostname)) return UNSUPPORTED;
  const segments = segmentsOf(url);
  const [first = '', second = ''] = segments;
  const words = wordsOf(url);
  const shared = words[0] === 't' ? second : first;
  if (/^(?:vm|vt)\./.test(url.hostname)) {
    if (!/^\w+$/.test(shared)) return UNSUPPORTED;
    return { expand: words[0] === 't' ? `https://www.tiktok.com/t/${shared}/` : `https://${url.hostname}/${shared}/` };
  }
  if (words[0] === 't') return /^\w+$/.test(shared) ? { expand: `https://www.tiktok.com/t/${shared}/` } : UNSUPPORTED;
  const [, user, form, id] = POST.exec(url.pathname.replace(/\/{2,}/g, '/')) ?? [];
  if (form && id) return post(id, form.toLowerCase() === 'photo' ? 'photo' : 'video', user);
  const shown = parameter(url, ['item_id', 'share_item_id'], POST_ID);
  if (shown && FEEDS.has(words[0] ?? '')) return post(shown, 'video');
  if (/^@[\w.-]+$/.test(first) && words[1] === 'live') {
    return { media: { kind: 'live', id: first, canonicalUrl: `https://www.tiktok.com/${first}/live` } };
  }
  const room = words[0] === 'share' && words[1] === 'live' ? (segments[2] ?? '') : '';
  // The only host that the extractor knows rooms of.
  if (POST_ID.test(room))
    return { media: { kind: 'live', id: room, canonicalUrl: `https://m.tiktok.com/share/live/${room}` } };
  const target = words[0] === 'login' ? targetOf(url, 'redirect_url') : undefined;
  return target ? { unwrap: target } : UNSUPPORTED;
}

/** The name is not checked by the platform; the id alone decides. */
function post(id: string, form: 'photo' | 'video', user = '@'): LinkReading {
  const name = user === '@' ? '@_' : user;
  return {
    media: {
      kind: 'post',
      id,
      canonicalUrl: `https://www.tiktok.com/${name}/${form}/${id}`,
      extractUrl: `https://www.tiktok.com/${name}/video/${id}`,
    },
  };
}

const ERROR_RULES: readonly ErrorRule[] = [
  [/do not have permission to view this post/i, 'private'],
  [/comfortable for some audiences/i, 'age_restricted'],
  [/requiring login/i, 'login_required'],
  // The extractor calls 10204 an address block; the platform answers it for posts that do not exist.
  [/IP address is blocked from accessing this post|status code 10204/i, 'not_found'],
  [/status code 10225/i, 'geo_blocked'],
  [/status code (1000\d\d|10101|0)\b/i, 'upstream_error'],
  [/status code \d+/i, 'unavailable'],
  [
    /Unexpected response from webpage request|Unable to extract challenge data|Unable to solve JS challenge|universal data for rehydration/i,
    'blocked_bot_check',
  ],
  [/livestream has ended|not currently live|is offline/i, 'live_ended'],
];

export const tiktok: PlatformRules = {
  read,
  egressHosts: [
    'tiktok.com',
    'tiktokv.com',
    'tiktokv.us',
    'tiktokcdn.com',
    'tiktokcdn-us.com',
    'tiktokcdn-eu.com',
    'ttwstatic.com',
  ],
  expandUserAgent: 'facebookexternalhit/1.1',
  deadlineMs: 20_000,
  selfTestUrl: 'https://www.tiktok.com/@somebody/video/7000000000000000001',
  errorRules: ERROR_RULES,
  deadShortLink: 'not_found',
  muxedCodecs: { video: 'h264', audio: 'aac' },
  // `download` bears a watermark; bytevc2 is the platform's own codec, which nothing plays.
  keepFormat: (format) => format.format_id !== 'download' && format.format_note !== 'UNPLAYABLE',
  // Several addresses of one file are numbered.
  formatId: (format) => format.format_id.replace(/-\d+$/, ''),
  // The title is a description cut short.
  title: (info) => info.description,
  author: (info) => ({ name: info.channel ?? info.uploader, url: info.uploader_url }),
  canonicalUrl: (link, info) => {
    const named = info.uploader
      ? link.canonicalUrl.replace('/@_/', `/@${encodeURIComponent(info.uploader)}/`)
      : link.canonicalUrl;
    return info.post_media.length ? named.replace('/video/', '/photo/') : named;
  },
};
