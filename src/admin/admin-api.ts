import { fail, type Failure, ok, type Result } from '#/model/failure.ts';
import { whyUnanswered } from '#/site/browser/unanswered.ts';
import {
  type AnswerOf,
  type GivenOf,
  type ListName,
  LISTS,
  type OperationName,
  OPERATIONS,
  type PageOf,
} from './operations.ts';

/** `status` tells apart what has one code: 404, there is none of that id; 409, it cannot be done to this one. null: no answer came. */
type AdminFailure = Failure & { status: number | null };
export type AdminResult<T> = Result<T, AdminFailure>;

export type ListFormat = 'csv' | 'json';
/** Filters by name; what is empty is not asked. */
export type Filtered = Record<string, string>;

/** The admin API for pages. Failures of all: unauthorized, forbidden, busy, offline, internal, besides the operation's own. */
export type AdminApi = {
  call: <Name extends OperationName>(name: Name, given: GivenOf<Name>) => Promise<AdminResult<AnswerOf<Name>>>;
  list: <Name extends ListName>(
    name: Name,
    query: Filtered & { cursor?: string },
  ) => Promise<AdminResult<PageOf<Name>>>;
  /** The whole of a list, which is read page by page while it comes: it may break off. */
  exportList: (name: ListName, format: ListFormat, query: Filtered) => Promise<AdminResult<Response>>;
};

/** Any of the site's functions for operators: what it takes and answers is known by its name. */
type Ask = (options: { data: unknown; headers?: Record<string, string> }) => Promise<unknown>;

/** The admin API by way of the site's server functions. */
export const adminApi: AdminApi = {
  call: (name, given) => answerOf(OPERATIONS[name] as Ask, given),
  list: (name, query) => answerOf(LISTS[name].page as Ask, { query }, repeatable()),
  exportList: (name, format, query) =>
    answerOf(LISTS[name].whole as Ask, { query: { ...query, format } }, repeatable()),
};

/** Is sent as POST and only tells, so that it may be asked again (src/model/http/service-retry.ts). */
const repeatable = () => ({ 'idempotency-key': crypto.randomUUID() });

async function answerOf<T>(ask: Ask, data: unknown, headers?: Record<string, string>): Promise<AdminResult<T>> {
  const answer = await ask({ data, ...(headers && { headers }) }).catch(() => null);
  if (answer instanceof Response) return ok(answer as T);
  return (answer ?? { ok: false, failure: { ...fail(whyUnanswered()).failure, status: null } }) as AdminResult<T>;
}
