import { detectLocale } from '#/language/detect.ts';
import { DEFAULT_LOCALE, type Locale, localeOfPath, localizePath } from '#/language/locales.ts';
import { arrivedRequest } from '../serving/arrived-request.ts';
import { answerEncoded, type Encoded, encodedText } from '../serving/encoded.server.ts';
import { errorAnswer } from '../serving/error-answer.server.ts';
import { SHARE_PATH, webManifest } from './manifest.ts';
import { OFFLINE_POLICY, offlinePage } from './offline-page.ts';
import { type Shared, sharedAddress } from './share.ts';

/** Far above what apps share, and below what could be a burden. */
const SHARED_MAX_BYTES = 256 * 1024;

/**
 * What the installed app needs of the server, in every language: its manifest (`/manifest.webmanifest`), the page it shows without a
 * connection (`/offline`), and the door for what other apps share with it (`/share`). undefined: the address is none of these.
 */
export async function answerInstalledApp(
  request: Request,
  { pathname, searchParams }: URL,
): Promise<Response | undefined> {
  if (pathname === SHARE_PATH) return redirectShared(request, searchParams);
  if (request.method !== 'GET' && request.method !== 'HEAD') return undefined;
  const locale = localeOfPath(pathname);
  // Asked for again each time, and sent again only when it has changed: a new release must not meet an old one.
  const shared = { 'cache-control': 'public, no-cache', 'x-content-type-options': 'nosniff' };
  switch (localizePath(pathname, DEFAULT_LOCALE)) {
    case '/manifest.webmanifest':
      return answerEncoded(request, manifest(locale), shared);
    case '/offline':
      return answerEncoded(request, offline(locale), {
        ...shared,
        'content-security-policy': OFFLINE_POLICY,
        'x-robots-tag': 'noindex',
      });
    default:
      return undefined;
  }
}

const manifest = inEachLanguage((locale) => JSON.stringify(webManifest(locale)), 'application/manifest+json');
const offline = inEachLanguage(offlinePage, 'text/html; charset=utf-8');

/** A text that is written once for each language. */
function inEachLanguage(write: (locale: Locale) => string, type: string): (locale: Locale) => Encoded {
  const written = new Map<Locale, Encoded>();
  return (locale) => {
    const text = written.get(locale) ?? encodedText(write(locale), type);
    written.set(locale, text);
    return text;
  };
}

/** To the form in the visitor's language; nobody needs the app, nor a service worker, for it. */
async function redirectShared(request: Request, search: URLSearchParams): Promise<Response> {
  const { method, headers } = request;
  if (method !== 'GET' && method !== 'HEAD' && method !== 'POST')
    return errorAnswer(request, 405, { allow: 'GET, HEAD, POST' });
  const arrived = await arrivedRequest(request, SHARED_MAX_BYTES);
  if (arrived instanceof Response) return arrived;
  const shared = method === 'POST' ? await readShared(arrived) : fieldsOf(search);
  const locale = detectLocale(headers.get('cookie'), headers.get('accept-language'));
  const location = sharedAddress(localizePath('/', locale), shared);
  return new Response(null, { status: 303, headers: { location, 'cache-control': 'no-store' } });
}

/** What is no form counts as one with nothing in it. */
async function readShared(request: Request): Promise<Shared> {
  const form = await request.formData().catch(() => new FormData());
  return fieldsOf(form);
}

function fieldsOf(fields: URLSearchParams | FormData): Shared {
  const read = (name: string) => {
    const value = fields.get(name);
    return typeof value === 'string' ? value : '';
  };
  return { title: read('title'), text: read('text'), url: read('url') };
}
