import * as v from 'valibot';

/** What is wrong with one field, as RFC 9457 shows it: where it is (a JSON Pointer as a URI fragment, RFC 6901), and why. */
export const FieldError = v.object({ pointer: v.string(), detail: v.string() });
export type FieldError = v.InferOutput<typeof FieldError>;

type Issue = v.BaseIssue<unknown>;

/** Nobody reads more of them. */
const MAX_ERRORS = 20;

/** The fields that a schema refused; what was sent is not repeated. */
export function fieldErrorsOf(issues: readonly Issue[]): FieldError[] {
  const errors = issues.flatMap(leavesOf).map((issue) => ({ pointer: pointerOf(issue), detail: detailOf(issue) }));
  return [...new Map(errors.map((error) => [error.pointer, error])).values()].slice(0, MAX_ERRORS);
}

/**
 * Of a choice of objects, the refusals of that one which fits best: the one whose fields are there. An issue of another is that a field
 * is missing.
 */
function leavesOf(issue: Issue): Issue[] {
  if (issue.type !== 'union' || !issue.issues) return [issue];
  const present = issue.issues.filter(({ path, input }) => path !== undefined && input !== undefined);
  const own = present.length > 0 ? present : issue.issues;
  return own.map((inner) => ({ ...inner, path: joined(issue.path, inner.path) }) as Issue).flatMap(leavesOf);
}

function joined(outer: Issue['path'], inner: Issue['path']): Issue['path'] {
  const [first, ...others] = [...(outer ?? []), ...(inner ?? [])];
  return first && [first, ...others];
}

function pointerOf({ path = [] as unknown as NonNullable<Issue['path']> }: Issue): string {
  const keys = path.map(({ key }) => String(key).replaceAll('~', '~0').replaceAll('/', '~1'));
  return `#${keys.map((key) => `/${encodeURIComponent(key)}`).join('')}`;
}

function detailOf({ kind, expected, input, message }: Issue): string {
  if (kind === 'schema' && input === undefined) return 'is missing';
  if (expected === null) return message;
  return kind === 'schema' ? `must be ${expected}` : message.replace(/ but received .*$/s, '');
}
