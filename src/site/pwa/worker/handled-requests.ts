/** What a request is to the service worker: a page, a script or style of some build, or none of its business. */
type RequestKind = 'page' | 'asset' | 'none';

type Asked = Pick<Request, 'method' | 'url' | 'mode'> & { headers: Pick<Headers, 'has'> };

/** Answers of the server that are no pages: calls, kept files, sign-in, what is shared, and data of pages. */
const NOT_PAGES = /^\/(?:api\/|files\/|identity\/|_serverFn\/|share$|icons\/|cards\/)|\.[a-z0-9]+$/i;

/**
 * Only pages and the build's own files are taken. Downloads, video and everything else of the API go past the worker, as does whatever
 * asks for a range or leads elsewhere: the browser deals with it as if there were no worker, and so it outlives the worker.
 */
export function requestKindOf({ method, url, mode, headers }: Asked, origin: string): RequestKind {
  const { origin: asked, pathname } = new URL(url);
  if (method !== 'GET' || asked !== origin || headers.has('range')) return 'none';
  if (pathname.startsWith('/assets/')) return 'asset';
  return mode === 'navigate' && !NOT_PAGES.test(pathname) ? 'page' : 'none';
}
