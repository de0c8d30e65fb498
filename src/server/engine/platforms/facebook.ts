import { parameter, segmentsOf, targetOf, wordsOf } from './link-parts.ts';
import { type ErrorRule, UNSUPPORTED, type LinkReading, type PlatformRules } from './rules.ts';

const HOST = /^(?:[a-z0-9-]+\.)?(?:facebook|fb)\.com$/;
const NUMBER = /^\d{5,20}$/;
const POST_ID = /^(?:pfbid[A-Za-z0-9]{10,120}|\d{5,20})$/;
/** Pages that stand before a link, by the first word of their path, and the parameters that name it. */
const WRAPPERS: Readonly<Record<string, readonly string[]>> = {
  'l.php': ['u'],
  flx: ['u'],
  plugins: ['href'],
  sharer: ['u'],
  'sharer.php': ['u'],
  'share.php': ['u'],
  dialog: ['href', 'link', 'u'],
  login: ['next'],
  'login.php': ['next'],
};

function video(id: string): LinkReading {
  return { media: { kind: 'video', id, canonicalUrl: `https://www.facebook.com/watch/?v=${id}` } };
}

function post(id: string, path: string): LinkReading {
  return { media: { kind: 'post', id, canonicalUrl: `https://www.facebook.com${path}` } };
}

function album(id: string): LinkReading {
  return { media: { kind: 'album', id, canonicalUrl: `https://www.facebook.com/media/set/?set=${id}` } };
}

function read(url: URL): LinkReading {
  const segments = segmentsOf(url);
  const words = wordsOf(url);
  const [first = '', second = ''] = words;
  const last = segments.at(-1) ?? '';
  if (url.hostname === 'fb.watch') {
    const [code = ''] = segments;
    return /^[\w-]+$/.test(code) ? { expand: `https://fb.watch/${code}/` } : UNSUPPORTED;
  }
  if (!HOST.test(url.hostname)) return UNSUPPORTED;
  const wrapper = Object.hasOwn(WRAPPERS, first) ? WRAPPERS[first] : undefined;
  if (wrapper) {
    const target = targetOf(url, ...wrapper);
    return target ? { unwrap: target } : UNSUPPORTED;
  }
  if (first === 'share')
    return segments.length <= 3 && /^[\w-]{5,}$/.test(last)
      ? { expand: `https://www.facebook.com/${segments.join('/')}/` }
      : UNSUPPORTED;
  if (first === 'reel' || first === 'reels') {
    return NUMBER.test(second)
      ? { media: { kind: 'reel', id: second, canonicalUrl: `https://www.facebook.com/reel/${second}` } }
      : UNSUPPORTED;
  }
  if (first === 'stories') return { failure: 'login_required' };
  const id = parameter(url, ['v', 'video_id'], NUMBER);
  if (id && (!first || /^(?:watch|video|video\.php|photo\.php)$/.test(first))) return video(id);
  if (first === 'watch' && segments.length === 2 && NUMBER.test(second)) return video(second);
  if (first === 'photo' || first === 'photo.php') return readPhoto(url);
  if (first === 'media' && second === 'set') return readAlbum(url);
  if (first === 'permalink.php' || first === 'story.php') return readStory(url, first);
  if (words.includes('videos') && NUMBER.test(last)) return video(last);
  if (first === 'groups') return readGroup(url);
  return second === 'photos' ? readPhotosOfPage(url) : readPost(url);
}

/** A video has a page among the photos too; which of the two it is, the platform tells when it is asked. */
function readPhoto(url: URL): LinkReading {
  const id = parameter(url, ['fbid'], NUMBER);
  return id ? post(id, `/photo/?fbid=${id}`) : UNSUPPORTED;
}

/** `a.1`, `pcb.1`, `t.1`, `ecnf.1`, `pb.1.-1`: an album, the photos of a post, those of a page, all by the same form. */
function readAlbum(url: URL): LinkReading {
  const id = parameter(url, ['set'], /^[a-z]{1,8}\.-?\d[\d.-]{3,80}$/);
  return id ? album(id) : UNSUPPORTED;
}

/** `/nasa/photos/a.1/2`: a photo, after the album or post that it was opened from; `/nasa/photos/?tab=album&album_id=1`: an album. */
function readPhotosOfPage(url: URL): LinkReading {
  const segments = segmentsOf(url).slice(2);
  const id = segments.findLast((each) => NUMBER.test(each));
  if (id) return post(id, `/photo/?fbid=${id}`);
  const number = parameter(url, ['album_id'], NUMBER);
  return number ? album(`a.${number}`) : UNSUPPORTED;
}

function readPost(url: URL): LinkReading {
  const [page = '', , ...rest] = segmentsOf(url);
  const id = rest.at(-1) ?? '';
  return wordsOf(url)[1] === 'posts' && POST_ID.test(id) ? post(id, `/${page}/posts/${id}`) : UNSUPPORTED;
}

/** A post of a group by its path, or as notifications and the older pages name it. */
function readGroup(url: URL): LinkReading {
  const [, group = '', , ...rest] = segmentsOf(url);
  const isPost = /^(?:posts|permalink)$/.test(wordsOf(url)[2] ?? '');
  const [named = ''] = (url.searchParams.get('multi_permalinks') ?? url.searchParams.get('id') ?? '').split(',');
  const id = isPost ? (rest.at(-1) ?? '') : named;
  return group !== '' && POST_ID.test(id) ? post(id, `/groups/${group}/posts/${id}`) : UNSUPPORTED;
}

function readStory(url: URL, page: string): LinkReading {
  const id = parameter(url, ['story_fbid'], POST_ID);
  const owner = parameter(url, ['id'], NUMBER);
  return id ? post(id, `/${page}?story_fbid=${id}${owner ? `&id=${owner}` : ''}`) : UNSUPPORTED;
}

const ERROR_RULES: readonly ErrorRule[] = [
  [/only available for registered users|must log in/i, 'login_required'],
  [/temporarily blocked|going too fast|temporarily restricted/i, 'rate_limited'],
  [/available in your (country|location|region)/i, 'geo_blocked'],
  [/Facebook said: .*(unavailable|removed|isn.?t available|no longer)/i, 'not_found'],
  // The page is the same for private, removed and friends-only.
  [/Facebook said:|Cannot parse data/i, 'unavailable'],
  [/HTTP Error 400/i, 'blocked_ip'],
];

export const facebook: PlatformRules = {
  read,
  egressHosts: ['facebook.com', 'fb.watch', 'fb.com', 'fbcdn.net', 'fbsbx.com'],
  expandUserAgent: 'facebookexternalhit/1.1',
  deadlineMs: 20_000,
  selfTestUrl: 'https://www.facebook.com/watch/?v=100000000000001',
  errorRules: ERROR_RULES,
  // It does not say whether a post is private, removed or never was.
  deadShortLink: 'unavailable',
  muxedCodecs: { video: 'h264', audio: 'aac' },
  // Titles of reels begin with their figures: "1.2K views · 34 reactions | …".
  title: (info) => info.title?.replace(/^[^|]*\b(?:views|reactions|plays)\b[^|]*\|\s*/i, ''),
};
