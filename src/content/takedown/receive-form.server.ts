import { DEFAULT_LOCALE, localizePath } from '#/language/locales.ts';
import type { Result } from '#/model/failure.ts';
import { CASE_KINDS, type FiledTakedown } from '#/model/operations.ts';
import type { FormSubmission } from '#/site/serving/request-scope.server.ts';
import { answersOf, type Filing, readAnswers } from './answers.ts';
import { NOTHING_SENT, filingOutcome } from './outcome.ts';

/** As much as the API reads of a request. */
export const FORM_MAX_BYTES = 128 * 1024;

/** Whether a request brings the form of a notice, sent without scripts by a page of this site. */
export function bringsTakedownForm(request: Request, { pathname }: URL): boolean {
  return (
    request.method === 'POST' &&
    localizePath(pathname, DEFAULT_LOCALE) === '/dmca' &&
    request.headers.get('sec-fetch-site') !== 'cross-site' &&
    /^application\/x-www-form-urlencoded\b/i.test(request.headers.get('content-type') ?? '')
  );
}

type FileCase = (filing: Filing) => Promise<Result<FiledTakedown>>;

/**
 * Files what the form says, and shows its page again with what came of it. 400: no form of this site.
 * @param showPage makes the page of the form
 */
export async function answerTakedownForm(
  request: Request,
  fileCase: FileCase,
  showPage: (submission: FormSubmission) => Promise<Response>,
): Promise<Response> {
  const submission = await receive(request, fileCase);
  if (!submission) return new Response(null, { status: 400 });
  const page = await showPage(submission);
  const headers = new Headers(page.headers);
  headers.set('cache-control', 'no-store');
  return new Response(page.body, { status: submission.reference === null ? 422 : 200, headers });
}

async function receive(request: Request, fileCase: FileCase): Promise<FormSubmission | null> {
  const data = new FormData();
  for (const [name, value] of new URLSearchParams(await request.text())) data.set(name, value);
  const answers = answersOf(data);
  const kind = CASE_KINDS.find((known) => known === answers['kind']);
  if (!kind) return null;
  const { filing, errors } = readAnswers(kind, answers);
  const outcome = filing ? filingOutcome(await fileCase(filing), filing) : { ...NOTHING_SENT, errors };
  return { form: kind, answers, ...outcome };
}
