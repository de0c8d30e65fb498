import { segmentsOf } from './link-parts.ts';
import { UNSUPPORTED, type LinkReading, type PlatformRules } from './rules.ts';

const HOST = /^(?:(?:www|m|vm|vt|lite)\.)?tiktokv?\.com$/;
const POST =
  /^\/(?:i18n\/)?(?:(@[\w.-]*)\/)?(video|photo|share\/video|embed(?:\/v\d)?|player\/v1|v)\/(\d{6,24})(?:\.html)?(?:\/|$)/;

function read(url: URL): LinkReading {
  if (!HOST.test(url.hostname)) return UNSUPPORTED;
  const [first = '', second = ''] = segmentsOf(url);
  if (/^(?:vm|vt)\./.test(url.hostname))
    return /^\w+$/.test(first) ? { expand: `https://${url.hostname}/${first}/` } : UNSUPPORTED;
  if (first === 't') return /^\w+$/.test(second) ? { expand: `https://www.tiktok.com/t/${second}/` } : UNSUPPORTED;
  const [, user, form, id] = POST.exec(url.pathname.replace(/\/{2,}/g, '/')) ?? [];
  if (form && id) {
    // The name is not checked by the platform; the id alone decides.
    const name = user && user !== '@' ? user : '@_';
    const canonicalUrl = `https://www.tiktok.com/${name}/${form === 'photo' ? 'photo' : 'video'}/${id}`;
    return { media: { kind: 'post', id, canonicalUrl, extractUrl: `https://www.tiktok.com/${name}/video/${id}` } };
  }
  if (/^@[\w.-]+$/.test(first) && second === 'live') {
    return { media: { kind: 'live', id: first, canonicalUrl: `https://www.tiktok.com/${first}/live` } };
  }
  return UNSUPPORTED;
}

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
