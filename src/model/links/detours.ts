import { isBelow, platformOfHost, type Platform } from '../platform.ts';

/**
 * Sites that show what a platform has under the platform's own paths: previews for chat programs, other front ends. Nothing is ever asked
 * of them; a link of theirs is read as the platform's own.
 */
const MIRRORS: readonly (readonly [own: string, hosts: readonly string[]])[] = [
  ['www.facebook.com', ['facebed.com']],
  [
    'www.instagram.com',
    ['ddinstagram.com', 'kkinstagram.com', 'vxinstagram.com', 'eeinstagram.com', 'zzinstagram.com', 'instagramez.com'],
  ],
  ['www.tiktok.com', ['vxtiktok.com', 'tnktok.com', 'tfxktok.com', 'tiktxk.com']],
  [
    'x.com',
    [
      'fxtwitter.com',
      'vxtwitter.com',
      'fixupx.com',
      'fixvx.com',
      'twittpr.com',
      'xcancel.com',
      'lightbrd.com',
      'twiiit.com',
    ],
  ],
  [
    'www.youtube.com',
    [
      'yewtu.be',
      'inv.nadeko.net',
      'inv.tux.pizza',
      'inv.perditum.com',
      'iv.ggtyler.dev',
      'iv.melmac.space',
      'vid.puffyan.us',
      'yt.artemislena.eu',
    ],
  ],
];
/** Front ends that many people run: each is named after the program it is, `nitter.example.org`. */
const FRONT_ENDS: readonly (readonly [own: string, name: RegExp])[] = [
  ['x.com', /^nitter\./],
  ['www.youtube.com', /^(?:invidious|piped)\./],
];

type Wrapper = { host: RegExp; path: RegExp; names: readonly string[] };

/** Pages that stand before a link which their query names. Those of the platforms themselves are in their rules. */
const WRAPPERS: readonly Wrapper[] = [
  { host: /^(?:www\.|m\.)?google\.(?:com?\.)?[a-z]{2,3}$/, path: /^\/url$/, names: ['q', 'url'] },
  { host: /^consent\.google\.(?:com?\.)?[a-z]{2,3}$/, path: /^\/(?:m|ml)$/, names: ['continue'] },
  { host: /^out\.reddit\.com$/, path: /^/, names: ['url'] },
  { host: /^(?:www\.)?duckduckgo\.com$/, path: /^\/l\/?$/, names: ['uddg'] },
  { host: /^l\.messenger\.com$/, path: /^\/l\.php$/, names: ['u'] },
  { host: /^(?:[a-z0-9-]+\.)?safelinks\.protection\.outlook\.com$/, path: /^/, names: ['url'] },
  { host: /^(?:away\.|m\.)?vk\.com$/, path: /^\/away\.php$/, names: ['to'] },
  { host: /^slack-redir\.net$/, path: /^\/link$/, names: ['url'] },
  { host: /^(?:www\.)?steamcommunity\.com$/, path: /^\/linkfilter\/?$/, names: ['url', 'u'] },
  { host: /^t\.umblr\.com$/, path: /^\/redirect$/, names: ['z'] },
];
/** Copies of pages that bear the page's address in their path. */
const COPIES: readonly { host: RegExp; path: RegExp }[] = [
  { host: /^(?:www\.|m\.)?google\.(?:com?\.)?[a-z]{2,3}$/, path: /^\/amp\/(?:s\/)?/ },
  { host: /^[a-z0-9-]+\.cdn\.ampproject\.org$/, path: /^\/[cv]\/(?:s\/)?/ },
  { host: /^web\.archive\.org$/, path: /^\/web\/\d{1,14}[a-z_]{0,4}\/(?:https?:\/{1,2})?/ },
];
const MAX_DETOURS = 3;

/** The link that one of a mirror, a wrapper or a copy stands for, to be judged as if it had been typed; null: it is none of these. */
export function detourOf(url: URL): string | null {
  return mirrored(url) ?? wrapped(url) ?? copied(url);
}

/** The platform that a link belongs to, as far as its text alone tells. */
export function platformOfUrl(url: URL): Platform | undefined {
  let next: URL | null = url;
  for (let depth = 0; next && depth <= MAX_DETOURS; depth++) {
    const platform = platformOfHost(next.hostname);
    if (platform) return platform;
    const target = detourOf(next);
    next = target === null ? null : URL.parse(target);
  }
  return undefined;
}

function mirrored(url: URL): string | null {
  const host = url.hostname.replace(/\.$/, '');
  const own =
    MIRRORS.find(([, hosts]) => hosts.some((mirror) => isBelow(host, mirror)))?.[0] ??
    FRONT_ENDS.find(([, name]) => name.test(host))?.[0];
  if (!own) return null;
  // Short links keep the host that knows them.
  const short = own === 'www.tiktok.com' ? /^v[mt]\./.exec(host)?.[0] : undefined;
  const target = new URL(url);
  target.hostname = short ? `${short}tiktok.com` : own;
  return target.href;
}

function wrapped(url: URL): string | null {
  const wrapper = WRAPPERS.find(({ host, path }) => host.test(url.hostname) && path.test(url.pathname));
  const target = wrapper?.names.map((name) => url.searchParams.get(name)).find((value) => isLink(value));
  return target ?? null;
}

function copied(url: URL): string | null {
  const copy = COPIES.find(({ host, path }) => host.test(url.hostname) && path.test(url.pathname));
  return copy ? `https://${url.pathname.replace(copy.path, '')}${url.search}` : null;
}

function isLink(value: string | null): value is string {
  return /^https?:\/\/[^/]/i.test(value ?? '');
}
