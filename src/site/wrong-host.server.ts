import { m } from '#/language/paraglide/messages.js';
import { LOCALES, localeOfPath } from '#/language/locales.ts';
import { securityHeaders } from './security-headers.ts';

/** What programs ask, and no browser shows. */
const OF_PROGRAMS = /^\/(?:api|identity|files|_serverFn)\//;

/**
 * The answer, 421, to a request for a host that is not ours: in the language of its path, and without that host's name. It says what an
 * operator sets, who has opened a new site by a name for the first time.
 */
export function wrongHost({ pathname }: URL): Response {
  const headers = { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' };
  if (OF_PROGRAMS.test(pathname)) {
    const problem = {
      type: 'about:blank',
      title: 'This host is not one of this server.',
      status: 421,
      code: 'invalid_request',
    };
    return Response.json(problem, { status: 421, headers: { ...headers, 'content-type': 'application/problem+json' } });
  }
  const locale = localeOfPath(pathname);
  const inLocale = { locale };
  const [title, advice] = [m.wrong_host_title({}, inLocale), m.wrong_host_advice({}, inLocale)];
  const operators = m.wrong_host_operators({ settings: 'PUBLIC_ORIGIN, EXTRA_HOSTS' }, inLocale);
  const html = `<!doctype html>
<html lang="${LOCALES[locale].iso}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark"><meta name="robots" content="noindex"><title>${escaped(title)}</title></head>
<body><main><h1>${escaped(title)}</h1><p>${escaped(advice)}</p><p>${escaped(operators)}</p></main></body>
</html>
`;
  const security = securityHeaders({ scripts: [], styles: [] }, null, null);
  return new Response(html, {
    status: 421,
    headers: { ...security, ...headers, 'content-type': 'text/html; charset=utf-8' },
  });
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
