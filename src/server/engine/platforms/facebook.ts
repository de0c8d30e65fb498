import { parameter, segmentsOf } from './link-parts.ts';
import { UNSUPPORTED, type LinkReading, type PlatformRules } from './rules.ts';

const HOST = /^(?:[a-z0-9-]+\.)?(?:facebook|fb)\.com$/;
const NUMBER = /^\d{5,20}$/;
const POST_ID = /^(?:pfbid[A-Za-z0-9]{10,120}|\d{5,20})$/;

function video(id: string): LinkReading {
  return { media: { kind: 'video', id, canonicalUrl: `https://www.facebook.com/watch/?v=${id}` } };
}

function post(id: string, path: string): LinkReading {
  return { media: { kind: 'post', id, canonicalUrl: `https://www.facebook.com${path}` } };
}

function read(url: URL): LinkReading {
  const segments = segmentsOf(url);
  const [first = '', second = ''] = segments;
  const last = segments.at(-1) ?? '';
  if (url.hostname === 'fb.watch')
    return /^[\w-]+$/.test(first) ? { expand: `https://fb.watch/${first}/` } : UNSUPPORTED;
  if (!HOST.test(url.hostname)) return UNSUPPORTED;
  if (first === 'l.php' || first === 'flx') {
    const target = url.searchParams.get('u');
    return target ? { unwrap: target } : UNSUPPORTED;
  }
  if (first === 'plugins') {
    const target = url.searchParams.get('href');
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
  if (id && (!first || /^(?:watch|video|video\.php)$/.test(first))) return video(id);
  if (first === 'permalink.php' || first === 'story.php') return readStory(url, first);
  if (segments.includes('videos') && NUMBER.test(last)) return video(last);
  const isGroupPost = first === 'groups' && /^(?:posts|permalink)$/.test(segments[2] ?? '');
  if ((second === 'posts' || isGroupPost) && POST_ID.test(last))
    return post(last, `/${first}/${second}${isGroupPost ? '/posts' : ''}/${last}`);
  return UNSUPPORTED;
}

function readStory(url: URL, page: string): LinkReading {
  const id = parameter(url, ['story_fbid'], POST_ID);
  const owner = parameter(url, ['id'], NUMBER);
  return id ? post(id, `/${page}?story_fbid=${id}${owner ? `&id=${owner}` : ''}`) : UNSUPPORTED;
}

export const facebook: PlatformRules = {
  read,
  egressHosts: ['facebook.com', 'fb.watch', 'fb.com', 'fbcdn.net', 'fbsbx.com'],
  expandUserAgent: 'facebookexternalhit/1.1',
  deadlineMs: 20_000,
  // It does not say whether a post is private, removed or never was.
  deadShortLink: 'unavailable',
  muxedCodecs: { video: 'h264', audio: 'aac' },
  // Titles of reels begin with their figures: "1.2K views · 34 reactions | …".
  title: (info) => info.title?.replace(/^[^|]*\b(?:views|reactions|plays)\b[^|]*\|\s*/i, ''),
};
