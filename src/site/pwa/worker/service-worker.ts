import { type Locale, LOCALE_CODES, localeOfPath, localizePath } from '#/language/locales.ts';
import { requestKindOf } from './handled-requests.ts';
import { areOf, assetsNamedIn, type KeptBuild } from './kept-build.ts';
import type { FetchEvent, WorkerScope } from './scope.ts';

/** Put in by the build. */
declare const KEPT_BUILD: KeptBuild;
declare const self: WorkerScope;

/**
 * Keeps what the start page of one build needs, so that the installed app starts without a connection. Pages always come from the server
 * first; only scripts and styles, which are named by their content, come from here. A new build's worker waits until the visitor agrees
 * or no page is open, so that no page ever runs with parts of two builds.
 */
const BUILD = KEPT_BUILD;
const PREFIX = 'clipferry-';
const CACHE = PREFIX + BUILD.version;
/** With what a proxy answers a page for a site that does not answer it, as while it is started anew. The site itself never does. */
const WITHOUT_SITE: ReadonlySet<number> = new Set([502, 504]);
/** Languages whose start page was looked at, since the worker runs. */
const tried = new Set<Locale>();

self.addEventListener('install', (event) => event.waitUntil(install()));
self.addEventListener('activate', (event) => event.waitUntil(activate()));
self.addEventListener('fetch', (event) => {
  const kind = requestKindOf(event.request, self.location.origin);
  if (kind === 'page') event.respondWith(answerPage(event));
  if (kind === 'asset') event.respondWith(answerAsset(event.request));
});
self.addEventListener('message', (event) => {
  const message = event.data;
  if (message.type === 'takeOver') event.waitUntil(self.skipWaiting());
  else event.ports[0]?.postMessage(areOf(BUILD, message.assets));
});

async function install(): Promise<void> {
  const cache = await caches.open(CACHE);
  await cache.addAll([...BUILD.form, ...LOCALE_CODES.map(offlinePath)]);
  const open = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const locales = new Set<Locale>(open.map(({ url }) => localeOfPath(new URL(url).pathname)));
  for (const locale of locales) await keepLanguage(locale);
}

/** What earlier builds left is let go of, but for the last, as long as pages of it may be open: they have yet to load parts of it. */
async function activate(): Promise<void> {
  const open = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const others = (await caches.keys()).filter((name) => name.startsWith(PREFIX) && name !== CACHE);
  const outdated = open.length > 0 ? others.slice(0, -1) : others;
  await Promise.all(outdated.map((name) => caches.delete(name)));
  await self.registration.navigationPreload?.enable();
  await self.clients.claim();
}

/**
 * Keeps the start page of a language. One that names files of another build – the server has a newer one by now – is not kept: the worker
 * of that build will.
 */
async function keepLanguage(locale: Locale): Promise<void> {
  tried.add(locale);
  const home = localizePath('/', locale);
  const page = await fetch(home);
  // The root may lead to the language that was chosen before.
  if (!page.ok || page.redirected) return;
  const named = assetsNamedIn(await page.clone().text());
  if (!areOf(BUILD, named)) return;
  const cache = await caches.open(CACHE);
  await cache.addAll([...new Set([...named, ...(BUILD.texts[locale] ?? [])])]);
  await cache.put(home, page);
}

async function answerPage(event: FetchEvent): Promise<Response> {
  const { request } = event;
  const url = new URL(request.url);
  const locale = localeOfPath(url.pathname);
  const response = await answerOfServer(event).catch(() => null);
  if (response === null || WITHOUT_SITE.has(response.status))
    return (await answerOffline(url, locale)) ?? response ?? Response.error();
  if (response.ok) event.waitUntil(keepIfNew(locale));
  return response;
}

async function answerOfServer({ preloadResponse, request }: FetchEvent): Promise<Response> {
  const preloaded: Response | undefined = await preloadResponse;
  return preloaded ?? fetch(request);
}

/** A visitor who comes in another language later has that one kept, too. What cannot be kept now, can be some other time. */
async function keepIfNew(locale: Locale): Promise<void> {
  if (tried.has(locale)) return;
  const cache = await caches.open(CACHE);
  if (!(await cache.match(localizePath('/', locale)))) await keepLanguage(locale).catch(() => {});
}

/** Links of an address go into the queue of the start page, by its fragment, where they wait. undefined: nothing was kept. */
async function answerOffline({ pathname, search, searchParams }: URL, locale: Locale): Promise<Response | undefined> {
  const cache = await caches.open(CACHE);
  const home = localizePath('/', locale);
  const links = searchParams.getAll('u').join('\n');
  const start = await cache.match(home);
  if (start && links !== '') return Response.redirect(`${home}#${encodeURIComponent(links)}`);
  if (start && pathname === home) return search === '' ? start : Response.redirect(home);
  return cache.match(offlinePath(locale));
}

async function answerAsset(request: Request): Promise<Response> {
  const kept = await caches.match(request);
  if (kept) return kept;
  const response = await fetch(request);
  if (response.ok && areOf(BUILD, [new URL(request.url).pathname])) {
    const cache = await caches.open(CACHE);
    // A full disk keeps nothing more, and nobody from their page.
    await cache.put(request, response.clone()).catch(() => {});
  }
  return response;
}

function offlinePath(locale: Locale): string {
  return localizePath('/offline', locale);
}
