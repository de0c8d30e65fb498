import { m } from '#/language/paraglide/messages.js';
import { localeOfPath } from '#/language/locales.ts';
import { htmlAnswer, isForProgram, problemAnswer } from './error-answer.server.ts';
import { standalonePage } from './standalone-page.server.ts';

/**
 * The answer, 421, to a request for a host that is not ours: in the language of its path, and without that host's name. It says what an
 * operator sets, who has opened a new site by a name for the first time.
 */
export function wrongHost(request: Request): Response {
  const { pathname } = new URL(request.url);
  if (isForProgram(request, pathname))
    return problemAnswer(421, 'This host is not one of this server.', 'invalid_request');
  const locale = localeOfPath(pathname);
  const at = { locale };
  const title = m.wrong_host_title({}, at);
  const operators = m.wrong_host_operators({ settings: 'PUBLIC_ORIGIN, EXTRA_HOSTS' }, at);
  const paragraphs = [m.wrong_host_advice({}, at), operators];
  return htmlAnswer(standalonePage({ locale, title, heading: title, paragraphs, ways: [] }), 421);
}
