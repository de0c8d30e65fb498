import { indexHint, segmentsOf, targetOf, wordsOf } from './link-parts.ts';
import { type ErrorRule, UNSUPPORTED, type LinkReading, type PlatformRules } from './rules.ts';

const HOST = /^(?:(?:www|m|l)\.)?(?:instagram\.com|instagr\.am)$/;
const POST_PATHS = new Set(['p', 'tv', 'reel', 'reels']);
const SHORTCODE = /^[\w-]{5,60}$/;

function read(url: URL): LinkReading {
  const segments = segmentsOf(url);
  const words = wordsOf(url);
  if (!HOST.test(url.hostname)) return UNSUPPORTED;
  const wrapped = url.hostname === 'l.instagram.com' ? url.searchParams.get('u') : null;
  if (wrapped) return { unwrap: wrapped };
  // Stories, and `s`: a highlight of them that was shared.
  if (words[0] === 'stories' || (words[0] === 's' && words.length > 1)) return { failure: 'login_required' };
  if (words[0] === 'accounts' && words[1] === 'login') {
    const target = targetOf(url, 'next');
    return target ? { unwrap: target } : UNSUPPORTED;
  }
  if (words[0] === 'share') {
    const last = segments.at(-1) ?? '';
    return segments.length <= 3 && SHORTCODE.test(last)
      ? { expand: `https://www.instagram.com/${segments.join('/')}/` }
      : UNSUPPORTED;
  }
  // The user's name may stand before.
  const at = words.findIndex((word, index) => index <= 1 && POST_PATHS.has(word));
  const id = segments[at + 1] ?? '';
  if (at < 0 || !SHORTCODE.test(id) || id === 'audio') return UNSUPPORTED;
  const canonicalUrl = `https://www.instagram.com/${words[at] === 'p' ? 'p' : 'reel'}/${id}/`;
  const hints = { itemIndex: indexHint(url.searchParams.get('img_index')) };
  return { media: { kind: 'post', id, canonicalUrl, extractUrl: `https://www.instagram.com/p/${id}/`, hints } };
}

const ERROR_RULES: readonly ErrorRule[] = [
  [/Restricted Video|18 years old/i, 'age_restricted'],
  [/available in your (country|location|region)/i, 'geo_blocked'],
  [
    /exceeded the rate-limit|redirected to the login page|wait a few minutes|limit how often|feedback_required/i,
    'rate_limited',
  ],
  [/checkpoint_required|challenge_required|suspicious|automated behaviou?r/i, 'blocked_bot_check'],
  [/only available for registered users who follow|account is private/i, 'private'],
  [/sent an empty media response/i, 'unavailable'],
  [/no video in this post/i, 'no_video'],
  [
    /(Post|Page|Reel|Video|Content) isn.?t available|may be broken, or the profile may have been removed|Sorry, this page|Page not found|Media not found/i,
    'not_found',
  ],
  [/Something went wrong|try again later/i, 'upstream_error'],
  [/Unable to extract LSD token|Main webpage is locked/i, 'blocked_ip'],
  [/need to log in|content is unreachable|login/i, 'login_required'],
];

export const instagram: PlatformRules = {
  read,
  egressHosts: ['instagram.com', 'cdninstagram.com', 'instagr.am', 'fbcdn.net'],
  expandUserAgent: 'Mozilla/5.0',
  deadlineMs: 20_000,
  selfTestUrl: 'https://www.instagram.com/p/AAAAAAAAAAA/',
  errorRules: ERROR_RULES,
  deadShortLink: 'unavailable',
  muxedCodecs: { video: 'h264', audio: 'aac' },
  photosAreThumbnails: true,
  // Files the platform does not name are numbered by their place among what else there is.
  formatId: ({ format_id: id, ext, width, height }) =>
    /^\d{1,2}$/.test(id) && width && height ? `${ext}-${width}x${height}` : id,
  // yt-dlp makes titles of the name ("Video by …"); the caption says more.
  title: (info) => (/^(?:Video|Post) by /.test(info.title ?? '') ? undefined : info.title),
  author: (info) => ({
    name: info.uploader ?? info.channel,
    url: info.channel && `https://www.instagram.com/${encodeURIComponent(info.channel)}/`,
  }),
};
