import type { Context, PlatformReplica } from './context.ts';
import { freshId } from './fresh-id.ts';
import { missing } from './mpd.ts';

/** TikTok: the page with its rehydration data, short links, and a content network that wants its cookie and Referer. */

const VIDEO = '7400000000000000001';
const SLIDESHOW = '7400000000000000002';
const PRIVATE = '7400000000000000010';
const REMOVED = '7400000000000000012';
const LOGIN = '7400000000000000013';
const LOGIN_REDIRECT = '7400000000000000014';
const SLOW_DOWN = '7400000000000000015';
const MISSING = '7400000000000000016';
const EMPTY = '7400000000000000017';
const SERVER_ERROR = '7400000000000000018';
const REFUSED = '7400000000000000020';
/** Shown to browsers alone; others get a page without its data. */
const GUARDED = '7400000000000000021';

const SHORT_LINKS: Record<string, string> = {
  ZMreplica1: `https://www.tiktok.com/@replica.user/video/${VIDEO}?_r=1&_t=x`,
  ZMphoto001: `https://www.tiktok.com/@replica.user/photo/${SLIDESHOW}?_r=1`,
  ZMevil0001: 'https://evil.example/',
};
const STATUS_CODES: Record<string, [number, string]> = {
  [PRIVATE]: [10216, 'private video'],
  [REMOVED]: [10204, "item doesn't exist"],
  [SERVER_ERROR]: [10101, 'server error'],
};
const TOKEN = 'replicaChain';

function address(file: string, id: string): string {
  const mime = file.endsWith('.mp3') ? 'audio_mpeg' : 'video_mp4';
  return `https://v16-webapp-prime.us.tiktok.com/video/tos/play/${id}/${file}?a=1988&br=1200&mime_type=${mime}&expire=1999999999&signature=${freshId()}&tk=tt_chain_token`;
}

function picture(name: string, id: string): string {
  return `https://p16-sign.tiktokcdn-us.com/photo/${id}/${name}.jpeg?x-expires=1`;
}

function quality(
  { index }: Context,
  id: string,
  gear: string,
  codec: string,
  key: string,
  file: string,
  bitrate: number,
) {
  const { sizeBytes } = index[file] ?? missing(file);
  const PlayAddr = {
    DataSize: sizeBytes,
    FileHash: 'x',
    Uri: 'v12',
    UrlKey: `v12044gd0000replica_${key}_${bitrate}`,
    UrlList: [address(file, id)],
  };
  return { Bitrate: bitrate, CodecType: codec, GearName: gear, QualityType: 20, PlayAddr };
}

function post(context: Context, id: string) {
  const common = {
    id,
    desc: 'Four seconds of test pattern #replica #fyp',
    createTime: '1788000000',
    isContentClassified: id === LOGIN,
    author: {
      id: '6800000000000000001',
      uniqueId: 'replica.user',
      nickname: 'Replica User',
      secUid: `MS4wLjABAAAA${'r'.repeat(64)}`,
    },
    stats: {
      diggCount: 12,
      shareCount: 3,
      commentCount: 4,
      playCount: 5678,
      collectCount: '9',
    },
    music: {
      id: '1',
      title: 'original sound',
      authorName: 'Replica User',
      original: true,
      duration: 4,
      playUrl: `https://v16-webapp-prime.us.tiktok.com/music/${id}/music.mp3?mime_type=audio_mpeg&expire=1999999999`,
    },
  };
  if (id === LOGIN) return common;
  if (id === SLIDESHOW) {
    const images = [1, 2, 3].map((n) => ({
      imageURL: { urlList: [picture(`photo_${n}`, id)] },
      imageWidth: 720,
      imageHeight: 1280,
    }));
    const cover = { imageURL: { urlList: [picture('photo_1', id)] } };
    const video = {
      id,
      duration: 0,
      height: 0,
      width: 0,
      playAddr: '',
      downloadAddr: '',
      cover: picture('photo_1', id),
    };
    return { ...common, imagePost: { title: '', images, cover }, video };
  }
  return {
    ...common,
    video: {
      id,
      duration: 4,
      width: 576,
      height: 1024,
      ratio: '540p',
      format: 'mp4',
      codecType: 'h264',
      definition: '540p',
      cover: picture('cover', id),
      originCover: picture('origin', id),
      dynamicCover: picture('dynamic', id),
      playAddr: address('portrait_576.mp4', id),
      downloadAddr: address('portrait_576.mp4', id),
      bitrateInfo: [
        quality(context, id, 'normal_540_0', 'h264', 'h264_540p', 'portrait_576.mp4', 753e3),
        quality(context, id, 'adapt_lowest_720_1', 'h265_hvc1', 'bytevc1_720p', 'portrait_720_h265.mp4', 64e4),
      ],
      subtitleInfos: [
        {
          LanguageID: '2',
          LanguageCodeName: 'eng-US',
          Format: 'webvtt',
          Source: 'ASR',
          Url: `https://v16-webapp-prime.us.tiktok.com/subs/${id}/subs_en.vtt?expire=1999999999`,
        },
        {
          LanguageID: '9',
          LanguageCodeName: 'spa-ES',
          Format: 'webvtt',
          Source: 'MT',
          Url: `https://v16-webapp-prime.us.tiktok.com/subs/${id}/subs_es.vtt?expire=1999999999`,
        },
      ],
    },
  };
}

function page(scope: unknown): string {
  const data = JSON.stringify({ __DEFAULT_SCOPE__: scope }).replaceAll('</', '<\\/');
  return `<!DOCTYPE html><html><body><script id="__UNIVERSAL_DATA_FOR_REHYDRATION__" type="application/json">${data}</script></body></html>`;
}

function servePost(context: Context, id: string): void {
  const { status, redirect, html, url, browser } = context;
  if (id === LOGIN_REDIRECT)
    return redirect(`https://www.tiktok.com/login?redirect_url=${encodeURIComponent(url.href)}`);
  if (id === SLOW_DOWN) return status(429);
  if (id === MISSING) return status(404);
  if (id === REFUSED) return status(403, 'Access Denied');
  if (id === EMPTY || (id === GUARDED && browser === null)) return html('<html><body></body></html>');
  const isKnown = [VIDEO, SLIDESHOW, LOGIN, GUARDED].includes(id);
  const [statusCode, statusMsg] = STATUS_CODES[id] ?? (isKnown ? [0, ''] : [10204, "item doesn't exist"]);
  const itemInfo = statusCode === 0 ? { itemStruct: post(context, id) } : undefined;
  const scope = {
    'webapp.app-context': { language: 'en' },
    'webapp.video-detail': { itemInfo, statusCode, statusMsg },
  };
  html(page(scope), 200, { 'set-cookie': `tt_chain_token=${TOKEN}; Domain=.tiktok.com; Path=/; Secure; HttpOnly` });
}

/** The content network hands a video out only to whoever has been on its page. */
function serveFile({ url, host, req, cookies, status, media }: Context): void {
  if (/tiktokcdn/.test(host))
    return media(/photo_\d/.test(url.pathname) ? `${/photo_\d/.exec(url.pathname)?.[0]}.jpg` : 'thumb_720.jpg');
  const wasThere = cookies['tt_chain_token'] === TOKEN && /tiktok\.com\//.test(req.headers.referer ?? '');
  if (url.pathname.startsWith('/video/') && !wasThere) return status(403, 'need tt_chain_token and Referer');
  media(url.pathname.split('/').at(-1) ?? '');
}

function handle(context: Context): void {
  const { url, host, html, redirect, status } = context;
  if (/tiktokcdn/.test(host) || host.endsWith('.us.tiktok.com')) return serveFile(context);
  const isShort = host === 'vm.tiktok.com' || host === 'vt.tiktok.com';
  const short = isShort ? url.pathname.replaceAll('/', '') : /^\/t\/(\w+)/.exec(url.pathname)?.[1];
  if (short) return redirect(SHORT_LINKS[short] ?? 'https://www.tiktok.com/?_r=1', 301);
  if (url.pathname === '/login') return html('<html>login</html>');
  if (url.pathname === '/') return html('<html>home</html>');
  const [, id] = /\/(?:video|photo)\/(\d+)/.exec(url.pathname) ?? [];
  if (id) servePost(context, id);
  else status(404);
}

const link = (id: string) => `https://www.tiktok.com/@replica.user/video/${id}`;

export const tiktok: PlatformReplica = {
  hosts: /(?:^|\.)(?:tiktok\.com|tiktokv\.com|tiktokcdn\.com|tiktokcdn-us\.com)$/,
  handle,
  conditions: [
    {
      link: link(VIDEO),
      what: 'a video, in H.264 and H.265',
      expect: {
        files: {
          h264_540p_753000: 'portrait_576.mp4',
          audio: 'music.mp3',
          'sub-en-US-auto.vtt': 'subs_en.vtt',
          'sub-es-ES-auto.vtt': 'subs_es.vtt',
        },
      },
    },
    {
      link: `https://www.tiktok.com/@replica.user/photo/${SLIDESHOW}`,
      what: 'a slideshow of three photos, with music',
      expect: { files: { '1.photo': 'photo_1.jpg', '3.photo': 'photo_3.jpg', audio: 'music.mp3' } },
    },
    {
      link: 'https://vm.tiktok.com/ZMreplica1/',
      what: 'a short link',
      expect: { files: { h264_540p_753000: 'portrait_576.mp4' } },
    },
    {
      link: 'https://www.tiktok.com/t/ZMphoto001/',
      what: 'a short link of a slideshow',
      expect: { files: { '2.photo': 'photo_2.jpg' } },
    },
    { link: link(PRIVATE), what: 'private', expect: { code: 'private' } },
    { link: link(REMOVED), what: 'removed', expect: { code: 'not_found' } },
    { link: link(LOGIN), what: 'for signed-in adults', expect: { code: 'age_restricted' } },
    { link: link(LOGIN_REDIRECT), what: 'redirected to the login', expect: { code: 'login_required' } },
    { link: link(SLOW_DOWN), what: 'refused for asking too often', expect: { code: 'rate_limited' } },
    { link: link(MISSING), what: 'missing', expect: { code: 'not_found' } },
    { link: link(EMPTY), what: 'an empty page, for robots', expect: { code: 'blocked_bot_check' } },
    { link: link(SERVER_ERROR), what: 'an error of the platform', expect: { code: 'upstream_error' } },
    { link: link(REFUSED), what: 'refused', expect: { code: 'upstream_forbidden' } },
    {
      link: link(GUARDED),
      what: 'shown to browsers alone, which are known by how they connect',
      expect: { files: { h264_540p_753000: 'portrait_576.mp4' } },
      asRobot: { code: 'blocked_bot_check' },
    },
    { link: 'https://vm.tiktok.com/ZMdead0001/', what: 'a dead short link', expect: { code: 'not_found' } },
    {
      link: 'https://vm.tiktok.com/ZMevil0001/',
      what: 'a short link that leads astray',
      expect: { code: 'unsupported_host' },
    },
  ],
};
