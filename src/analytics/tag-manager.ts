import { TAG_MANAGER_ORIGIN } from '#/site/serving/security-headers.ts';

declare global {
  interface Window {
    /** What the tag manager reads, by its own convention. */
    dataLayer?: Record<string, unknown>[];
  }
}

/** Cookies that tags of the container may have set for this site. */
const TAG_COOKIES = /^(?:_ga|_gid|_gat|_gcl|_dc_gtm)(?:_|$)/;

/** Whether the tag manager is in this page. What has once run there stays until the page is loaded anew. */
export function isTagManagerLoaded(): boolean {
  return window.dataLayer !== undefined;
}

/** Loads the tag manager's script. To be called only after the visitor has allowed it. */
export function loadTagManager(id: string): void {
  if (isTagManagerLoaded()) return;
  window.dataLayer = [{ 'gtm.start': Date.now(), event: 'gtm.js' }];
  const script = document.createElement('script');
  script.async = true;
  script.src = `${TAG_MANAGER_ORIGIN}/gtm.js?id=${encodeURIComponent(id)}`;
  document.head.append(script);
}

/** Hands an event to the tag manager, where it is loaded; else it is forgotten. */
export function pushEvent(event: Record<string, string> & { event: string }): void {
  window.dataLayer?.push(event);
}

/**
 * Whether a page's address holds what a visitor has pasted (`?u=`, what was shared with the installed app, `#https://…`). The tag manager
 * reads addresses by itself, so it is not loaded where there is one.
 */
export function holdsLink(address: string): boolean {
  const url = URL.parse(address);
  if (!url) return false;
  return ['u', 'url', 'text', 'title', 'link'].some((name) => url.searchParams.has(name)) || /:|%3a/i.test(url.hash);
}

/** Deletes the cookies that tags have set, for this host and those above it. */
export function forgetTagCookies(): void {
  const hosts = location.hostname.split('.').map((_, index, parts) => parts.slice(index).join('.'));
  const names = document.cookie.split('; ').map((cookie) => cookie.split('=', 1)[0] ?? '');
  for (const name of names.filter((name) => TAG_COOKIES.test(name))) {
    for (const domain of ['', ...hosts.map((host) => `; domain=${host}`)]) {
      document.cookie = `${name}=; path=/; max-age=0${domain}`;
    }
  }
}
