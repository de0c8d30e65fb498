import { randomBytes } from 'node:crypto';
import handler from '@tanstack/react-start/server-entry';
import { answerTakedownForm, bringsTakedownForm, FORM_MAX_BYTES } from '#/content/takedown/receive-form.server.ts';
import { sendCase } from '#/content/takedown/send-case.ts';
import { provideRequestLanguage } from '#/language/current.ts';
import { detectLocale, localeCookie } from '#/language/detect.ts';
import { pageBefore, switchedTo } from '#/language/switched.ts';
import { DEFAULT_LOCALE, isLocale, type Locale, localeOfPath, localizePath } from '#/language/locales.ts';
import type { AccountUser } from '#/model/account.ts';
import { fail, type Result } from '#/model/failure.ts';
import { type Server, server, worker } from '#/server/index.ts';
import { answerPage, answerPayload, isForEverybody, isPersonal } from '#/site/serving/answer-page.server.ts';
import { arrivedRequest } from '#/site/serving/arrived-request.ts';
import { answerMarkdown, documentOfMarkdown } from '#/site/seo/document-markdown.server.ts';
import { discoveryAnswer } from '#/site/seo/discovery.server.ts';
import { errorAnswer, isForProgram, problemAnswer } from '#/site/serving/error-answer.server.ts';
import { answerInstalledApp } from '#/site/pwa/answer.ts';
import { notFoundMessage } from '#/site/pages/page-not-found.ts';
import { type RequestScope, requestScope } from '#/site/serving/request-scope.server.ts';
import { byNonce, securityHeaders } from '#/site/serving/security-headers.ts';
import { securityTextAnswer } from '#/site/serving/security-text.ts';
import { wrongHost } from '#/site/serving/wrong-host.server.ts';

// The built server carries these along, so that src/entry.node.ts shares this module's state.
export { server, worker };

provideRequestLanguage(requestScope);

export default {
  async fetch(request: Request): Promise<Response> {
    try {
      return forReader(request, await answer(request), await server());
    } catch (error) {
      (await server()).report(
        `Not answered: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`,
      );
      return errorAnswer(request, 500);
    }
  },
};

/**
 * Programs that ask for a page which there is not are told so as programs are. Visitors who switched to another language by a link, without
 * scripts, have that saved: by an answer that nobody else is given, so that pages stay what everybody can be given.
 */
function forReader(request: Request, response: Response, site: Server): Response {
  const url = new URL(request.url);
  const isPage = response.headers.get('content-type')?.startsWith('text/html') === true;
  if (response.status === 404 && isPage && isForProgram(request, url.pathname))
    return problemAnswer(404, notFoundMessage(url.pathname + url.search), 'not_found');
  const locale = response.ok || response.status === 304 ? switchedTo(stepOf(request, url, site)) : null;
  if (locale === null) return response;
  const setCookie = languageCookie(locale, url, site);
  const headers = new Headers(response.headers);
  headers.append('set-cookie', setCookie);
  headers.set('cache-control', PRIVATE);
  return new Response(response.body, { status: response.status, headers });
}

function languageCookie(locale: Locale, url: URL, { address, embedders }: Server): string {
  const isSecure = (address.publicOrigin ?? url.origin).startsWith('https:');
  return localeCookie(locale, { crossOrigin: embedders.length > 0, isSecure });
}

/** How the visitor got there. */
function stepOf({ headers }: Request, { pathname, host }: URL, { address: { publicOrigin } }: Server) {
  return { headers, pathname, hosts: publicOrigin === null ? [host] : [host, new URL(publicOrigin).host] };
}

async function answer(request: Request): Promise<Response> {
  const url = new URL(request.url);
  const site = await server();
  if (!site.isOurHost(request.headers.get('host') ?? undefined)) return wrongHost(request);
  if (!isReadable(url.pathname)) return errorAnswer(request, 400);
  // `/api` is a page, with a payload: the reference of what else lies below it.
  if (/^\/(?:api\/(?!_payload\.json$).|identity\/)/.test(url.pathname)) return handler.fetch(request);
  const moved = movedPage(url);
  if (moved) return moved;
  const detected = url.pathname === '/' ? redirectToDetectedLanguage(request, url, site) : undefined;
  if (detected) return detected;
  const installed = await answerInstalledApp(request, url);
  if (installed) return installed;
  const isForm = bringsTakedownForm(request, url);
  const isRead = request.method === 'GET' || request.method === 'HEAD';
  if (!isServerFunction(url) && !isRead && !isForm) return errorAnswer(request, 405, { allow: 'GET, HEAD' });

  const arrived = await arrivedRequest(request, isForm ? FORM_MAX_BYTES : undefined);
  if (arrived instanceof Response)
    return arrived.status === 413 ? errorAnswer(request, 413, Object.fromEntries(arrived.headers)) : arrived;
  // Start answers 500 to who asks a page's address for anything but a page.
  if (!isServerFunction(url)) arrived.headers.set('accept', 'text/html');
  const origin = site.address.publicOrigin ?? url.origin;
  const shared = isForm
    ? undefined
    : (securityTextAnswer(url, origin, site.securityContact) ??
      (await discoveryAnswer(request, origin)) ??
      (await answerShared(request, url, origin, site)));
  if (shared) return shared;
  const nonce = randomBytes(18).toString('base64');
  const { setCookie, ...visitor } = await visitorOf(request, url, origin, site);
  const user = isServerFunction(url) ? await userOf(request, site) : fail('unauthorized');
  const accounts = site.accountSettings(origin);
  const scope = {
    locale: requestLocale(request, url),
    origin,
    nonce,
    visitor,
    user,
    askUserNow: () => userOf(request, site, 'verifyNow'),
    hasAccounts: accounts !== null,
    isEmbeddable: site.embedders.length > 0,
    tagManagerId: site.tagManager?.id ?? null,
    operatorEmail: site.operator.email,
    setCookie,
  };
  const response = await requestScope.run(scope, () => {
    if (!isForm) return handler.fetch(arrived);
    const options = { signal: arrived.signal, onBehalf: visitor };
    return answerTakedownForm(
      arrived,
      (filing) => sendCase(site.downloader, filing, options),
      (submission) => requestScope.run({ ...scope, submission }, async () => handler.fetch(new Request(arrived.url))),
    );
  });
  // What is somebody's own is shown inside no page of others, where they could be led to press what they do not see.
  const embedders = isPersonal(url) ? [] : site.embedders;
  return withHeaders(response, securityHeaders(byNonce(nonce), accounts, site.tagManager, embedders), {
    varies: url.pathname === '/',
    setCookie: scope.setCookie,
    // Made for who asks. A step back shows a page as it was left; what a server function answers is kept by nobody.
    caching: isServerFunction(url) ? 'no-store' : PRIVATE,
  });
}

const PRIVATE = 'private, no-cache';

/** What is the same for everybody: pages in memory, and what they are made of. */
async function answerShared(request: Request, url: URL, origin: string, site: Server): Promise<Response | undefined> {
  // The development server writes scripts into pages that change with the sources.
  if (import.meta.env.DEV || isServerFunction(url)) return undefined;
  const accounts = site.accountSettings(origin);
  const scope = {
    locale: localeOfPath(url.pathname),
    origin,
    hasAccounts: accounts !== null,
    isEmbeddable: site.embedders.length > 0,
    tagManagerId: site.tagManager?.id ?? null,
    operatorEmail: site.operator.email,
    visitor: { visitorId: null, userId: null, address: null },
    user: fail('unauthorized'),
  };
  const render = (address: string, left: RequestScope) =>
    requestScope.run(left, async () => handler.fetch(new Request(address)));
  const facts = { origin, accounts, tagManager: site.tagManager, embedders: site.embedders, render };
  const payload = await answerPayload(request, url, scope, facts);
  if (payload) return payload;
  const document = documentOfMarkdown(url.pathname);
  if (document !== null) {
    const page = await answerPage(new Request(origin + document), document, scope, facts);
    return answerMarkdown(request, page, origin);
  }
  if (!isForEverybody(url)) return undefined;
  const page = await answerPage(request, url.pathname, scope, facts);
  return url.pathname === '/' ? withHeaders(page, {}, { varies: true, setCookie: null, caching: PRIVATE }) : page;
}

/** Server functions run at an address of their own; the page that calls them says its language. */
function requestLocale(request: Request, url: URL) {
  const sent = request.headers.get('x-locale');
  if (isServerFunction(url)) return isLocale(sent) ? sent : DEFAULT_LOCALE;
  return localeOfPath(url.pathname);
}

/** Whether the escapes of a path are whole, and mean text. */
function isReadable(pathname: string): boolean {
  try {
    // The build leaves out a call whose result nobody wants.
    return decodeURI(pathname) !== '';
  } catch {
    return false;
  }
}

function isServerFunction(url: URL): boolean {
  return url.pathname.startsWith('/_serverFn/');
}

/** The page that says how something is taken down had another name once. */
function movedPage(url: URL): Response | undefined {
  if (localizePath(url.pathname, DEFAULT_LOCALE) !== '/takedown') return undefined;
  return new Response(null, { status: 308, headers: { location: localizePath('/dmca', localeOfPath(url.pathname)) } });
}

/** Detection runs at the root path only, and only on first access (docs/specification.md 4.4): not for who comes from a page of the site. */
function redirectToDetectedLanguage(request: Request, url: URL, site: Server): Response | undefined {
  if (pageBefore(stepOf(request, url, site)) !== null) return undefined;
  const locale = detectLocale(request.headers.get('cookie'), request.headers.get('accept-language'));
  if (locale === DEFAULT_LOCALE) return undefined;
  return new Response(null, {
    status: 302,
    headers: {
      location: localizePath('/', locale) + url.search,
      'set-cookie': languageCookie(locale, url, site),
      vary: 'Cookie, Accept-Language, Referer',
      'cache-control': 'no-store',
    },
  });
}

/**
 * Who asks. A visitor gets a cookie with the first thing that a page does, and none for looking at pages; so does a browser whose
 * session was ended elsewhere.
 */
async function visitorOf(request: Request & { ip?: string | undefined }, url: URL, origin: string, site: Server) {
  const { headers, ip } = request;
  const { sessions } = site.accounts;
  const address = site.addressOf(ip, headers.get('x-forwarded-for'));
  const visitorId = site.cookies.read(headers.get('cookie'));
  const isStranger = visitorId === null || (await sessions.hasEnded(visitorId));
  const isSecure = origin.startsWith('https:');
  const mayBeSet = isServerFunction(url) && request.method === 'POST';
  if (!isStranger || !mayBeSet) {
    const setCookie = mayBeSet ? site.cookies.renew(headers.get('cookie'), { isSecure }) : null;
    return { visitorId, userId: await sessions.userOf(visitorId), address, setCookie };
  }
  return { ...site.cookies.create({ isSecure }), userId: null, address };
}

/** Who the call's id token is for. The page gets itself a new one when it is told that this one is not valid. */
async function userOf(
  { headers }: Request,
  { identity }: Server,
  how: 'verify' | 'verifyNow' = 'verify',
): Promise<Result<AccountUser>> {
  const [, token] = /^Bearer (\S+)$/i.exec(headers.get('authorization') ?? '') ?? [];
  if (token === undefined || !identity) return fail('unauthorized');
  const verified = await identity[how](token);
  if (verified.ok) return verified;
  return fail(verified.failure === 'unavailable' ? 'busy' : 'unauthorized');
}

function withHeaders(
  response: Response,
  security: Record<string, string>,
  { varies, setCookie, caching }: { varies: boolean; setCookie: string | null; caching: string },
): Response {
  const headers = new Headers(response.headers);
  for (const [name, value] of Object.entries(security)) headers.set(name, value);
  if (setCookie !== null) headers.append('set-cookie', setCookie);
  if (varies) headers.append('vary', 'Cookie, Accept-Language, Referer');
  if (varies || !headers.has('cache-control')) headers.set('cache-control', caching);
  return new Response(response.body, { status: response.status, statusText: response.statusText, headers });
}
