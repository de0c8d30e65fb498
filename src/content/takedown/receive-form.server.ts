import { DEFAULT_LOCALE, localizePath } from '#/language/locales.ts';
import type { Result } from '#/model/failure.ts';
import { CASE_KINDS, type FiledTakedown } from '#/model/operations.ts';
import type { FormSubmission } from '#/site/request-scope.server.ts';
import { answersOf, type Filing, readAnswers } from './answers.ts';
import { NOTHING_SENT, outcomeOf } from './outcome.ts';

/** As much as the API reads of a request. */
const MOST_BYTES = 128 * 1024;

/** Whether a request brings the form of a notice, sent without scripts by a page of this site. */
export function bringsTakedownForm(request: Request, { pathname }: URL): boolean {
  return (
    request.method === 'POST' &&
    localizePath(pathname, DEFAULT_LOCALE) === '/dmca' &&
    request.headers.get('sec-fetch-site') !== 'cross-site' &&
    /^application\/x-www-form-urlencoded\b/i.test(request.headers.get('content-type') ?? '')
  );
}

/** Reads the form and files what it says. Responses: 400 and 413, for what no form of this site sends. */
export async function receiveTakedownForm(
  request: Request,
  file: (filing: Filing) => Promise<Result<FiledTakedown>>,
): Promise<FormSubmission | Response> {
  const body = await request.text();
  if (body.length > MOST_BYTES) return new Response(null, { status: 413 });
  const data = new FormData();
  for (const [name, value] of new URLSearchParams(body)) data.set(name, value);
  const answers = answersOf(data);
  const kind = CASE_KINDS.find((known) => known === answers['kind']);
  if (!kind) return new Response(null, { status: 400 });
  const { filing, errors } = readAnswers(kind, answers);
  const outcome = filing ? outcomeOf(await file(filing), filing) : { ...NOTHING_SENT, errors };
  return { form: kind, answers, ...outcome };
}
