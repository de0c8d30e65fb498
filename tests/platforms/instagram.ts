import type { Context, PlatformReplica } from './context.ts';
import { freshId } from './fresh-id.ts';
import { embeddedJson, manifest } from './mpd.ts';

/** Instagram: the session page, the ruling interface, GraphQL, the post's page, and the content network. */

const REEL = 'REPLICAok01';
const CAROUSEL = 'REPLICAca02';
const PHOTO = 'REPLICAph03';
const PHOTOS = 'REPLICAcp04';
/** Of more photos than any that the platform lets somebody make: nothing of a post is left out for being far behind. */
const MANY_PHOTOS = 'REPLICAmp05';
const MANY = 120;
const PRIVATE = 'REPLICApr10';
const ADULT = 'REPLICAag11';
const GONE = 'REPLICAgo12';
const MISSING = 'REPLICA4o13';
const LOGIN = 'REPLICArl14';
const SLOW_DOWN = 'REPLICA4215';
const REGION = 'REPLICAge17';
/** Shown to browsers alone; others are sent to the login. */
const GUARDED = 'REPLICAbr18';
const CODES = [
  REEL,
  CAROUSEL,
  PHOTO,
  PHOTOS,
  MANY_PHOTOS,
  PRIVATE,
  ADULT,
  GONE,
  MISSING,
  LOGIN,
  SLOW_DOWN,
  REGION,
  GUARDED,
];

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
/** A post's number, which its code is in base 64. */
const numberOf = (code: string) =>
  [...code].reduce((sum, letter) => sum * 64n + BigInt(ALPHABET.indexOf(letter)), 0n).toString();
const CODE_OF = new Map(CODES.map((code) => [numberOf(code), code]));

const SESSION = {
  'set-cookie': [
    'csrftoken=replicaCsrf; Domain=.instagram.com; Path=/; Secure',
    'mid=replicaMid; Domain=.instagram.com; Path=/; Secure',
  ],
};

function address(file: string, code: string): string {
  return `https://scontent.cdninstagram.com/o1/v/t16/f2/m86/${code}/${file}?efg=x&_nc_ht=scontent&oh=00_${freshId()}&oe=6F000000`;
}

function video({ index }: Context, code: string) {
  return {
    pk: numberOf(code),
    code,
    media_type: 2,
    video_duration: 4,
    has_audio: true,
    video_codec: 'avc1.4d401f',
    image_versions2: {
      candidates: [
        {
          url: address('thumb_720.jpg', code),
          width: 1280,
          height: 720,
        },
      ],
    },
    video_versions: [
      {
        type: 101,
        width: 1280,
        height: 720,
        url: address('prog_720.mp4', code),
      },
      {
        type: 102,
        width: 640,
        height: 360,
        url: address('prog_360.mp4', code),
      },
    ],
    video_dash_manifest: manifest(
      index,
      (file) => address(file, code),
      ['v_avc_360.mp4', 'v_avc_720.mp4'],
      ['a_aac_128.m4a'],
    ),
  };
}

function photo(code: string, file = 'photo_1.jpg') {
  const candidates = [{ url: address(file, code), width: 720, height: 1280 }];
  return { pk: numberOf(code), code, media_type: 1, image_versions2: { candidates } };
}

function post(context: Context, code: string) {
  const common = {
    pk: numberOf(code),
    code,
    taken_at: 1788e6,
    like_count: 12,
    comment_count: 2,
    view_count: 345,
    title: null,
    user: {
      pk: '25025320',
      username: 'replica',
      full_name: 'Replica Account',
    },
    caption: { text: 'A replica reel #replica' },
  };
  if (code === REEL || code === GUARDED) return { ...common, ...video(context, code) };
  if (code === PHOTO) return { ...common, ...photo(code) };
  if (code === CAROUSEL) {
    const carousel_media = [video(context, 'REPLICAc021'), photo('REPLICAc022'), video(context, 'REPLICAc023')];
    return { ...common, media_type: 8, carousel_media };
  }
  if (code === PHOTOS)
    return { ...common, media_type: 8, carousel_media: [photo('REPLICAc041'), photo('REPLICAc042', 'photo_2.jpg')] };
  if (code === MANY_PHOTOS) {
    const carousel_media = Array.from({ length: MANY }, (_, n) => photo(`REPLICA${String(n).padStart(4, 'x')}`));
    return { ...common, media_type: 8, carousel_media };
  }
  return null;
}

const RULINGS: Record<string, { title: string; description: string }> = {
  [ADULT]: { title: 'Restricted Video', description: 'You must be 18 years old or over to see this video' },
  [GONE]: {
    title: "Post isn't available",
    description: 'The link may be broken, or the profile may have been removed.',
  },
  [REGION]: { title: 'Content not available', description: 'This content is not available in your country or region' },
};

const isRefused = ({ browser }: Context, code: string) => code === GUARDED && browser === null;

function serveInterface(context: Context): boolean {
  const { url, body, json } = context;
  if (url.pathname === '/api/v1/web/get_ruling_for_content/') {
    const code = CODE_OF.get(url.searchParams.get('target_id') ?? '') ?? '';
    if (code === SLOW_DOWN) json({ message: 'Please wait a few minutes before you try again.', status: 'fail' }, 429);
    else json({ status: 'ok', ...RULINGS[code] }, 200, SESSION);
    return true;
  }
  if (url.pathname !== '/api/graphql') return false;
  const { media_id: number = '' } = JSON.parse(new URLSearchParams(body).get('variables') ?? '{}');
  const code = CODE_OF.get(number) ?? '';
  if (isRefused(context, code)) {
    json({ message: 'Please wait a few minutes before you try again.', require_login: true, status: 'fail' }, 401);
    return true;
  }
  const media = post(context, code);
  json({ data: { xig_polaris_media: media && { if_not_gated_logged_out: media } } });
  return true;
}

function servePage(context: Context, code: string): void {
  const { status, redirect, html } = context;
  if (code === MISSING) return status(404);
  if (code === SLOW_DOWN) return status(429);
  if (code === LOGIN || isRefused(context, code)) return redirect('https://www.instagram.com/accounts/login/?next=/');
  const data = {
    xig_polaris_media: { if_not_gated_logged_out: post(context, code), comments_connection: { edges: [] } },
  };
  const result = { __bbox: { complete: true, result: { data } } };
  const preloader = 'adp_PolarisLoggedOutDesktopWWWPostRootContentQueryRelayPreloader_1';
  const cache = ['RelayPrefetchedStreamCache', 'next', [], [preloader, result]];
  const script = embeddedJson({ require: [['ScheduledServerJS', 'handle', null, [{ __bbox: { require: [cache] } }]]] });
  html(`<html><title>Instagram</title>\n${script}\n</html>`, 200, SESSION);
}

function handle(context: Context): void {
  const { url, host, html, redirect, status, media } = context;
  const path = url.pathname;
  if (host.endsWith('cdninstagram.com')) return media(path.split('/').at(-1) ?? '');
  if (path === '/') {
    return html(
      `<html><script id="__eqmc" type="application/json">${JSON.stringify({ u: '/ajax/', l: 'AVqReplicaLsd' })}</script></html>`,
      200,
      SESSION,
    );
  }
  if (path.startsWith('/accounts/login')) return html('<html><title>Login • Instagram</title></html>');
  if (serveInterface(context)) return;
  if (path.startsWith('/share/')) return redirect(`https://www.instagram.com/reel/${REEL}/`);
  const [, code] = /^(?:\/[\w.]+)?\/(?:p|tv|reels?)\/([\w-]+)/.exec(path) ?? [];
  if (code) servePage(context, code);
  else status(404);
}

const link = (code: string) => `https://www.instagram.com/p/${code}/`;

export const instagram: PlatformReplica = {
  hosts: /(?:^|\.)(?:instagram\.com|cdninstagram\.com)$/,
  handle,
  conditions: [
    {
      link: `https://www.instagram.com/reel/${REEL}/`,
      what: 'a reel',
      expect: { files: { 'mp4-1280x720': 'prog_720.mp4' } },
    },
    {
      link: link(CAROUSEL),
      what: 'a carousel: video, photo, video',
      expect: { files: { '1.mp4-1280x720': 'prog_720.mp4', '2.photo': 'photo_1.jpg' } },
    },
    { link: link(PHOTO), what: 'a photo', expect: { files: { photo: 'photo_1.jpg' } } },
    { link: link(PHOTOS), what: 'a carousel of photos', expect: { files: { '2.photo': 'photo_2.jpg' } } },
    {
      link: link(MANY_PHOTOS),
      what: `a carousel of ${MANY} photos`,
      expect: { files: { '1.photo': 'photo_1.jpg', [`${MANY}.photo`]: 'photo_1.jpg' } },
    },
    {
      link: 'https://www.instagram.com/share/reel/BAReplica01/',
      what: 'a share link',
      expect: { files: { 'mp4-1280x720': 'prog_720.mp4' } },
    },
    { link: link(PRIVATE), what: 'private', expect: { code: 'unavailable' } },
    { link: link(ADULT), what: 'for adults', expect: { code: 'age_restricted' } },
    { link: link(GONE), what: 'no longer there', expect: { code: 'not_found' } },
    { link: link(MISSING), what: 'missing', expect: { code: 'not_found' } },
    {
      link: link(LOGIN),
      what: 'redirected to the login, which means too many requests',
      expect: { code: 'rate_limited' },
    },
    { link: link(SLOW_DOWN), what: 'refused for asking too often', expect: { code: 'rate_limited' } },
    { link: link(REGION), what: 'not in this region', expect: { code: 'geo_blocked' } },
    {
      link: link(GUARDED),
      what: 'shown to browsers alone, which are known by how they connect',
      expect: { files: { 'mp4-1280x720': 'prog_720.mp4' } },
      asRobot: { code: 'rate_limited' },
    },
    { link: 'https://www.instagram.com/stories/replica/1/', what: 'a story', expect: { code: 'login_required' } },
  ],
};
