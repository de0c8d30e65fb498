import { indexHint, parameter, segmentsOf, targetOf, wordsOf } from './link-parts.ts';
import { type ErrorRule, UNSUPPORTED, type LinkReading, type PlatformRules } from './rules.ts';

const HOST = /^(?:(?:www|m|mobile|platform)\.)?(?:twitter|x)\.com$/;
const POST =
  /^\/(?:i\/web|i|[A-Za-z0-9_]{1,20})\/(?:status(?:es)?|videos(?:\/tweet)?|cards\/tfw\/v1)\/(\d{1,20})(?:\/(?:video|photo)\/(\d{1,2}))?(?:[/.]|$)/i;
const POST_ID = /^\d{1,20}$/;

/** Pages that have a post's number in their query, and under which name. */
const PAGES: readonly (readonly [path: RegExp, name: string])[] = [
  [/^\/i\/bookmarks(?:\/|$)/i, 'post_id'],
  [/^\/intent\/(?:like|retweet|post|tweet|favorite|repost)$/i, 'tweet_id'],
  [/^\/embed\/tweet\.html$/i, 'id'],
];

function named(url: URL): string | undefined {
  const name = PAGES.find(([path]) => path.test(url.pathname))?.[1];
  return name === undefined ? undefined : parameter(url, [name], POST_ID);
}

function read(url: URL): LinkReading {
  const [first = ''] = segmentsOf(url);
  if (url.hostname === 't.co' || /^pic\.(?:twitter|x)\.com$/.test(url.hostname)) {
    return /^\w+$/.test(first) ? { expand: `https://${url.hostname}/${first}` } : UNSUPPORTED;
  }
  if (!HOST.test(url.hostname)) return UNSUPPORTED;
  const [isOfAuthor, id = named(url), place] = POST.exec(url.pathname.replace(/\/{2,}/g, '/')) ?? [];
  if (!id) {
    const isLogin = wordsOf(url).join('/') === 'i/flow/login' || wordsOf(url)[0] === 'login';
    const target = isLogin ? targetOf(url, 'redirect_after_login') : undefined;
    return target ? { unwrap: target } : UNSUPPORTED;
  }
  const author = isOfAuthor && /^[A-Za-z0-9_]{1,15}$/.test(first) ? first : 'i';
  const canonicalUrl = `https://x.com/${author}/status/${id}`;
  // The whole post is read, not the entry alone: its other entries are offered too.
  return {
    media: {
      kind: 'post',
      id,
      canonicalUrl,
      extractUrl: `https://x.com/i/status/${id}`,
      hints: { itemIndex: indexHint(place) },
    },
  };
}

const ERROR_RULES: readonly ErrorRule[] = [
  [/NSFW tweet requires authentication|Age-restricted/i, 'age_restricted'],
  [/protected tweet|Not authorized|^Protected$|limits who can (view|see)/i, 'private'],
  [
    /suspended|from an account that (no longer exists|doesn.?t exist|is (temporarily )?(un|not )available)|account (was|has been) (deleted|deactivated)|temporarily restricted/i,
    'account_unavailable',
  ],
  [/withheld/i, 'geo_blocked'],
  [/subscribers? only|for subscribers|Subscribe to/i, 'members_only'],
  [
    /Video #\d+ is unavailable|deleted by|^(Bounce)?Deleted$|no longer exists|doesn.?t exist|isn.?t available|unavailable|violated the (X|Twitter) Rules|was removed/i,
    'not_found',
  ],
  [/No video could be found|is not a video/i, 'no_video'],
  [/Error\(s\) while querying API|Could not retrieve guest token|Bad guest token/i, 'upstream_error'],
];

export const twitter: PlatformRules = {
  read,
  egressHosts: ['x.com', 'twitter.com', 'twimg.com', 't.co'],
  // To anything but curl t.co answers with a page that redirects by script.
  expandUserAgent: 'curl/8.11.0',
  deadlineMs: 20_000,
  selfTestUrl: 'https://x.com/i/status/1000000000000000001',
  errorRules: ERROR_RULES,
  // A tweet that does not exist is answered like one without video, but then it has no author either.
  codeOfEmpty: (code, { uploader }) => (code === 'no_video' && !uploader ? 'not_found' : code),
  deadShortLink: 'not_found',
  muxedCodecs: { video: 'h264', audio: 'aac' },
  // The text itself; yt-dlp's title is cut short and bears the author. Links in it are always shortened ones.
  title: ({ description }) => {
    const text = description
      ?.replace(/https:\/\/t\.co\/\w+/g, '')
      .replaceAll('&lt;', '<')
      .replaceAll('&gt;', '>')
      .replaceAll('&amp;', '&');
    return text?.trim() === '' ? null : text;
  },
  photoUrl: (url) => `${url}?name=orig`,
  author: (info) => ({
    name: info.uploader ?? info.uploader_id,
    url: info.uploader_id && `https://x.com/${encodeURIComponent(info.uploader_id)}`,
  }),
  canonicalUrl: (link, info) =>
    info.uploader_id
      ? link.canonicalUrl.replace(/x\.com\/[^/]+\//, `x.com/${encodeURIComponent(info.uploader_id)}/`)
      : link.canonicalUrl,
};
