import { type Locale, localeOfPath, localizePath } from '#/language/locales.ts';
import { m } from '#/language/paraglide/messages.js';
import type { FailureCode } from '#/model/failure.ts';
import { securityHeaders } from './security-headers.ts';
import { STANDALONE_SOURCES, standalonePage } from './standalone-page.server.ts';

/** What programs ask, and no browser shows. */
const OF_PROGRAMS = /^\/(?:api|identity|files|_serverFn)\//;

type ErrorStatus = 400 | 405 | 413 | 500;

const PROBLEM: Record<ErrorStatus, { title: string; code: FailureCode }> = {
  400: { title: 'The address cannot be read.', code: 'invalid_request' },
  405: { title: 'This address does not take this method.', code: 'invalid_request' },
  413: { title: 'The body is too large.', code: 'request_too_large' },
  500: { title: 'Internal Server Error', code: 'internal' },
};

/** Heading and advice of each; visitors get to most of them by a damaged link, or a form of another site. */
const TEXTS: Record<ErrorStatus, (locale: { locale: Locale }) => { heading: string; advice: string }> = {
  400: (at) => ({ heading: m.site_bad_address_heading({}, at), advice: m.site_bad_address_advice({}, at) }),
  405: (at) => ({ heading: m.site_read_only_heading({}, at), advice: m.site_read_only_advice({}, at) }),
  413: (at) => ({
    heading: m.failure_request_too_large_title({}, at),
    advice: m.failure_invalid_request_advice({}, at),
  }),
  500: (at) => ({ heading: m.site_error_title({}, at), advice: m.site_error_advice({}, at) }),
};

/** Whether an answer is read by a program: one at an address of theirs, or one that asks for JSON and not for a page. */
export function isForProgram({ headers }: Request, pathname: string): boolean {
  const accept = headers.get('accept') ?? '';
  return OF_PROGRAMS.test(pathname) || (/\bjson\b/.test(accept) && !accept.includes('text/html'));
}

/** A refusal as programs read it (RFC 9457). */
export function problemAnswer(status: number, title: string, code: FailureCode): Response {
  return Response.json(
    { type: 'about:blank', title, status, code },
    {
      status,
      headers: {
        'cache-control': 'no-store',
        'content-type': 'application/problem+json',
        'x-content-type-options': 'nosniff',
      },
    },
  );
}

/**
 * The answer to what cannot be answered with a page of its own: a page in the language of the path, or a problem for programs. It needs
 * nothing that could have failed before it. Whatever the status, it is titled as docs/specification.md 2.30 says of any but 404; its
 * heading says what it is.
 */
export function errorAnswer(request: Request, status: ErrorStatus, more: Record<string, string> = {}): Response {
  const { pathname } = new URL(request.url);
  if (isForProgram(request, pathname)) {
    const { title, code } = PROBLEM[status];
    return withHeaders(problemAnswer(status, title, code), more);
  }
  const locale = localeOfPath(pathname);
  const at = { locale };
  const { heading, advice } = TEXTS[status](at);
  const html = standalonePage({
    locale,
    title: m.site_error_title({}, at),
    heading,
    paragraphs: [advice],
    ways: [
      ...(status === 500 ? [{ text: m.site_reload({}, at), address: '' }] : []),
      { text: m.site_go_home({}, at), address: localizePath('/', locale) },
    ],
  });
  return withHeaders(htmlAnswer(html, status), more);
}

/** A standalone page as an answer, which nobody keeps. */
export function htmlAnswer(html: string, status: number): Response {
  return new Response(html, {
    status,
    headers: {
      ...securityHeaders(STANDALONE_SOURCES, null, null),
      'cache-control': 'no-store',
      'content-type': 'text/html; charset=utf-8',
    },
  });
}

function withHeaders(response: Response, more: Record<string, string>): Response {
  for (const [name, value] of Object.entries(more)) response.headers.set(name, value);
  return response;
}
