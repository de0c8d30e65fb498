import { createIsomorphicFn } from '@tanstack/react-start';
import { m } from '#/language/paraglide/messages.js';
import type { Failure, Result } from '#/model/failure.ts';
import type { CaseKind, FiledTakedown } from '#/model/operations.ts';
import { type FormSubmission, requestScope } from '#/site/serving/request-scope.server.ts';
import type { Filing } from './answers.ts';

/** What came of sending the form. */
export type FilingOutcome = {
  errors: Readonly<Record<string, string>>;
  failure: Failure | null;
  reference: string | null;
};

export const NOTHING_SENT: FilingOutcome = { errors: {}, failure: null, reference: null };

/** What the API's answer means for the form. */
export function filingOutcome(filed: Result<FiledTakedown>, { request }: Filing): FilingOutcome {
  if (filed.ok) return { ...NOTHING_SENT, reference: filed.value.id };
  // All else was read as the API reads it.
  const isCase = filed.failure.code === 'invalid_request' && 'caseId' in request && request.caseId !== null;
  if (isCase) return { ...NOTHING_SENT, errors: { caseId: m.content_form_bad_case() } };
  return { ...NOTHING_SENT, failure: filed.failure };
}

/** What was sent with the request of this page, by a browser without scripts, and what came of it. */
export const submittedForm = createIsomorphicFn()
  .server((kind: CaseKind): FormSubmission | null => {
    const submission = requestScope.getStore()?.submission;
    return submission?.form === kind ? submission : null;
  })
  .client((_kind: CaseKind): FormSubmission | null => null);
