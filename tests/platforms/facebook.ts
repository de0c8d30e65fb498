import { gzipSync } from 'node:zlib';
import type { Context, PlatformReplica } from './context.ts';
import { albumAnswer, PHOTO_ALBUM, PHOTO_POST, photoAnswer, photosOf } from './facebook-photos.ts';
import { freshId } from './fresh-id.ts';
import { embeddedJson, manifest } from './mpd.ts';

/** Facebook: the page with its prefetched data, short links, and the content network. */

const OWNER = { __typename: 'User', id: '100064000000001', name: 'Replica Page' };
const VIDEO = '900000000000001';
const REEL = '900000000000002';
const TWO_VIDEOS = '900000000000003';
const PROGRESSIVE = '900000000000004';
/** Shown to whoever has signed in. */
const LOGIN_FORM = '900000000000010';
/** The cookie `xs` of a member. */
export const MEMBER = '12%3Apl4nted%3A2%3A1700000000';
const LOGIN_REDIRECT = '900000000000011';
const NOT_AVAILABLE = '900000000000012';
const MISSING = '900000000000013';
const SLOW_DOWN = '900000000000015';
const REFUSED_FILE = '900000000000017';
const CHECKPOINT = '900000000000018';
const BOMB = '900000000000098';
const ENDLESS = '900000000000099';
const KNOWN = new Set([VIDEO, REEL, TWO_VIDEOS, PROGRESSIVE, REFUSED_FILE]);

const watch = (id: string) => `https://www.facebook.com/watch/?v=${id}`;
const POST = 'https://www.facebook.com/replica.page/posts/pfbid02Replica0000001';

const SHORT_LINKS: Record<string, string> = {
  rEpLiCa01: watch(VIDEO),
  sHaReV01: `https://www.facebook.com/replica.page/videos/${VIDEO}/`,
  sHaReR01: `https://www.facebook.com/reel/${REEL}/?rdid=x&share_url=y`,
  sHaReP01: POST,
  sHaReEvil: 'https://evil.example/',
};

const UNAVAILABLE =
  '<div><span>This content isn’t available right now</span><span>When this happens, it’s usually because the owner only shared it with a small group of people, changed who can see it or it’s been deleted.</span></div>';

function address(file: string, id: string): string {
  return `https://video.xx.fbcdn.net/o1/v/t2/f2/m69/${id}/${file}?_nc_cat=1&_nc_sid=5e9851&oh=00_${freshId()}&oe=6F000000`;
}

function thumbnail(id: string): string {
  return `https://scontent.xx.fbcdn.net/v/t15.5256-10/${id}_n.jpg?oh=1`;
}

function video({ index }: Context, id: string) {
  const isDash = id !== PROGRESSIVE;
  const dash = () =>
    manifest(
      index,
      (file) => address(file, id),
      ['v_avc_144.mp4', 'v_avc_360.mp4', 'v_avc_720.mp4'],
      ['a_aac_128.m4a'],
    );
  return {
    __typename: 'Video',
    id,
    videoId: id,
    playable_duration_in_ms: 4e3,
    is_video_broadcast: false,
    publish_time: 1788e6,
    width: 1280,
    height: 720,
    owner: OWNER,
    thumbnailImage: { uri: thumbnail(id) },
    preferred_thumbnail: { image: { uri: thumbnail(id) } },
    video_available_captions_locales: [
      {
        locale: 'en_US',
        captions_url: address('subs_en.srt', id),
        localized_language: 'English',
        localized_country: 'US',
        localized_creation_method: 'auto-generated',
      },
    ],
    videoDeliveryResponseFragment: {
      videoDeliveryResponseResult: {
        dash_manifests: isDash
          ? [
              {
                manifest_xml: dash(),
                failure_reason: null,
              },
            ]
          : [],
        progressive_urls: [
          {
            progressive_url: address('prog_360.mp4', id),
            failure_reason: null,
            metadata: { quality: 'SD' },
          },
          {
            progressive_url: address('prog_720.mp4', id),
            failure_reason: null,
            metadata: { quality: 'HD' },
          },
        ],
        hls_playlist_urls: [],
      },
    },
  };
}

/** Data the way Facebook's loader finds it, five wrappers deep. */
function relay(data: unknown): string {
  const result = { __bbox: { complete: true, result: { data, extensions: {} } } };
  const cache = ['RelayPrefetchedStreamCache', 'next', [], ['adp_ReplicaQueryRelayPreloader_1', result]];
  return embeddedJson({ require: [['ScheduledServerJS', 'handle', null, [{ __bbox: { require: [cache] } }]]] });
}

function page(title: string, body: string, image?: string): string {
  const picture = image ? `<meta property="og:image" content="${image}"/>` : '';
  return `<html><head><title>${title} | Facebook</title><meta property="og:title" content="${title} | Facebook"/>
    <meta property="og:description" content="A replica video on Facebook."/>${picture}<meta property="og:locale" content="en_US"/></head>\n${body}\n</html>`;
}

function story(title: string) {
  const message = {
    comet_sections: { message: { story: { message: { text: 'A replica video on Facebook. #replica' } } } },
  };
  return { media: { __typename: 'Video', id: VIDEO, title: { text: title }, owner: OWNER, creation_story: message } };
}

function servePost(context: Context, id: string): void {
  const photos = photosOf(id);
  if (photos) {
    const all_subattachments = { count: photos.count, nodes: photos.shown.map((media) => ({ media })) };
    const attachment = { mediaset_token: `pcb.${id}`, all_subattachments };
    const story = { message: { text: 'Replica photos' }, attachments: [{ styles: { attachment } }] };
    const node = { __typename: 'Story', actors: [OWNER], comet_sections: { content: { story } } };
    return context.html(page('Replica photos', relay({ node })));
  }
  if (id === TWO_VIDEOS) {
    const nodes = [VIDEO, PROGRESSIVE].map((entry) => ({ media: video(context, entry) }));
    const attachments = [{ styles: { attachment: { all_subattachments: { count: 2, nodes } } } }];
    const node = { __typename: 'Story', actors: [OWNER], comet_sections: { content: { story: { attachments } } } };
    return context.html(page('Two replica videos', relay({ node }), thumbnail(id)));
  }
  if (id === REEL) {
    const short_form_video_context = { video_owner: OWNER, playback_video: video(context, id) };
    const creation_story = { id: 'x', message: { text: 'A replica reel' }, short_form_video_context };
    const data = { video: { __typename: 'Video', id, creation_story } };
    return context.html(page('1.2K views · 34 reactions | A replica reel', relay(data), thumbnail(id)));
  }
  const title = 'Replica: 4 seconds of test pattern';
  const body = `${relay({ video: video(context, id) })}\n${relay({ attachments: [story(title)], video: { owner: OWNER } })}`;
  context.html(page(title, body, thumbnail(id)), 200, {
    'set-cookie': 'fr=0Replica7Fr; Domain=.facebook.com; Path=/; Secure',
  });
}

function serveFile({ url, status, media }: Context): void {
  const file = url.pathname.split('/').at(-1) ?? '';
  if (url.pathname.includes(REFUSED_FILE) && /\.(?:mp4|m4a)$/.test(file)) return status(403);
  const [, photo] = /\/photo_(\d)\d*_n\.jpg$/.exec(url.pathname) ?? [];
  // Three different ones for all.
  media(photo ? `photo_${(Number(photo) % 3) + 1}.jpg` : file.endsWith('_n.jpg') ? 'thumb_720.jpg' : file);
}

let bomb: Buffer | undefined;

/** Answers that are not a post: walls, refusals, and pages that are weapons. */
function serveTrouble(context: Context, id: string): boolean {
  const { res, url, html, redirect, status, cookies } = context;
  switch (id) {
    case LOGIN_FORM:
      if (cookies['xs'] === MEMBER) {
        servePost(context, id);
        return true;
      }
      html(page('Log in to Facebook', '<form id="login_form" action="/login/"></form>'));
      return true;
    case LOGIN_REDIRECT:
      redirect(`https://www.facebook.com/login/?next=${encodeURIComponent(url.href)}`);
      return true;
    case MISSING:
      status(404);
      return true;
    case SLOW_DOWN:
      status(429);
      return true;
    case CHECKPOINT:
      html('<html><title>Error</title><body>Sorry, something went wrong.</body></html>', 400);
      return true;
    case BOMB:
      // Of members of 16 MB each, as the format allows: compressing it whole takes seconds, in which nobody else is answered.
      bomb ??= Buffer.concat(Array.from({ length: 64 }).fill(gzipSync(Buffer.alloc(16 * 1024 ** 2, 'A'))) as Buffer[]);
      res
        .writeHead(200, { 'content-type': 'text/html', 'content-encoding': 'gzip', 'content-length': bomb.length })
        .end(bomb);
      return true;
    case ENDLESS: {
      res.writeHead(200, { 'content-type': 'text/html' });
      const chunk = Buffer.alloc(1024 * 1024, 'A');
      const more = () => res.write(chunk, (error) => !error && more());
      more();
      return true;
    }
    default:
      return false;
  }
}

function handle(context: Context): void {
  const { url, host, html, redirect } = context;
  if (host.endsWith('fbcdn.net')) return serveFile(context);
  if (host === 'fb.watch')
    return redirect(SHORT_LINKS[url.pathname.replaceAll('/', '')] ?? 'https://www.facebook.com/watch/');
  const [, share] = /^\/share\/(?:[vrp]\/)?([\w-]+)/.exec(url.pathname) ?? [];
  if (share) return SHORT_LINKS[share] ? redirect(SHORT_LINKS[share]) : html(page('Facebook', UNAVAILABLE));
  if (url.pathname === '/login/')
    return html(page('Log in to Facebook', '<form id="login_form"></form><button id="loginbutton">Log in</button>'));
  const set = albumAnswer(url, OWNER);
  if (set) return html(page('Replica album', relay(set)));
  const single = photoAnswer(url, OWNER);
  if (single) return html(page('Replica photo', relay(single)));
  const named = url.searchParams.get('v') ?? url.searchParams.get('story_fbid') ?? /\d{15}/.exec(url.pathname)?.[0];
  const id = named ?? (url.pathname.includes('pfbid') ? TWO_VIDEOS : '');
  if (serveTrouble(context, id)) return;
  if (KNOWN.has(id) || photosOf(id)) servePost(context, id);
  else html(page('Facebook', `${relay({ viewer: { actor: null } })}\n${UNAVAILABLE}`));
}

export const facebook: PlatformReplica = {
  hosts: /(?:^|\.)(?:facebook\.com|fbcdn\.net|fb\.com)$|^fb\.watch$/,
  handle,
  conditions: [
    { link: watch(VIDEO), what: 'a public video', expect: { files: { hd: 'prog_720.mp4', sd: 'prog_360.mp4' } } },
    { link: `https://www.facebook.com/reel/${REEL}`, what: 'a reel', expect: { files: { hd: 'prog_720.mp4' } } },
    { link: POST, what: 'a post with two videos', expect: { files: { '2.hd': 'prog_720.mp4' } } },
    { link: 'https://fb.watch/rEpLiCa01/', what: 'a fb.watch link', expect: { files: { hd: 'prog_720.mp4' } } },
    {
      link: `https://www.facebook.com/replica.page/posts/${PHOTO_POST}`,
      what: 'a post of twelve photos',
      expect: { files: { '2.photo': 'photo_3.jpg', '12.photo': 'photo_3.jpg' } },
    },
    {
      link: 'https://www.facebook.com/photo/?fbid=920000000002001',
      what: 'a photo',
      expect: { files: { photo: 'photo_2.jpg' } },
    },
    { link: `https://www.facebook.com/media/set/?set=${PHOTO_ALBUM}&type=3`, what: 'an album', expect: { files: {} } },
    {
      link: 'https://www.facebook.com/media/set/?set=a.910000000000009',
      what: 'no album',
      expect: { code: 'unavailable' },
    },
    {
      link: 'https://www.facebook.com/share/v/sHaReV01/',
      what: 'a shared video',
      expect: { files: { hd: 'prog_720.mp4' } },
    },
    {
      link: 'https://www.facebook.com/share/r/sHaReR01/',
      what: 'a shared reel',
      expect: { files: { hd: 'prog_720.mp4' } },
    },
    { link: watch(LOGIN_FORM), what: 'behind a login form', expect: { code: 'login_required' } },
    { link: watch(LOGIN_REDIRECT), what: 'redirected to the login', expect: { code: 'login_required' } },
    { link: watch(NOT_AVAILABLE), what: 'not shown to the public', expect: { code: 'unavailable' } },
    { link: watch(MISSING), what: 'missing', expect: { code: 'not_found' } },
    { link: watch(SLOW_DOWN), what: 'refused for asking too often', expect: { code: 'rate_limited' } },
    { link: watch(CHECKPOINT), what: 'refused by address', expect: { code: 'blocked_ip' } },
    { link: watch(BOMB), what: 'a page of 1 GB, compressed', expect: { code: 'upstream_too_large' } },
    { link: watch(ENDLESS), what: 'a page without end', expect: { code: 'upstream_too_large' } },
    {
      link: 'https://www.facebook.com/share/v/sHaReEvil/',
      what: 'a share link that leads astray',
      expect: { code: 'unsupported_host' },
    },
  ],
};
