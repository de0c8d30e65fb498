import * as v from 'valibot';
import { fail, Failure, ok, type Result } from '#/model/failure.ts';
import { repeated } from '#/model/service-retry.ts';
import { whyUnanswered } from '#/site/browser/unanswered.ts';
import { askAdmin } from './admin.functions.ts';
import {
  type AnswerOf,
  type BodyOf,
  type ListName,
  LISTS,
  type Method,
  type Operation,
  type OperationName,
  OPERATIONS,
  type PageOf,
} from './operations.ts';

/** `status` tells apart what has one code: 404, there is none of that id; 409, it cannot be done to this one. null: no answer came. */
export type AdminFailure = Failure & { status: number | null };
export type AdminResult<T> = Result<T, AdminFailure>;

export type Given<Name extends OperationName> = {
  /** What stands in the path as `{id}`. */
  id?: string;
  query?: Record<string, string>;
  body?: BodyOf<Name>;
};

export type ListFormat = 'csv' | 'json';
/** Filters by name; what is empty is not asked. */
export type Filtered = Record<string, string>;

/** The admin API for pages. Failures of all: unauthorized, forbidden, busy, offline, internal, besides the operation's own. */
export type AdminApi = {
  call: <Name extends OperationName>(name: Name, given?: Given<Name>) => Promise<AdminResult<AnswerOf<Name>>>;
  list: <Name extends ListName>(
    name: Name,
    query: Filtered & { cursor?: string },
  ) => Promise<AdminResult<PageOf<Name>>>;
  /** The whole of a list. */
  exportList: (name: ListName, format: ListFormat, query: Filtered) => Promise<AdminResult<File>>;
};

/** The admin API by way of the site's server function. */
export const adminApi: AdminApi = {
  call(name, { id = '', query = {}, body } = {}) {
    const { method, path, answer }: Operation = OPERATIONS[name];
    const filled = path.replace('{id}', encodeURIComponent(id));
    const sent = body === undefined ? null : JSON.stringify(body);
    return ask(
      { method, path: filled, query, body: sent },
      async (response) =>
        // Of the same entry as the type.
        (answer ? v.parse(answer, await response.json()) : null) as never,
    );
  },
  list(name, query) {
    const page = v.object({ rows: v.array(LISTS[name] as v.GenericSchema), cursor: v.nullable(v.string()) });
    return ask(
      { method: 'GET', path: `/${name}`, query, body: null },
      async (response) => v.parse(page, await response.json()) as never,
    );
  },
  exportList(name, format, query) {
    return ask(
      { method: 'GET', path: `/${name}/export`, query: { ...query, format }, body: null },
      async (response) => {
        const content = await response.blob();
        return new File([content], `${name}.${format}`, { type: content.type });
      },
    );
  },
};

type Asked = { method: Method; path: string; query: Record<string, string>; body: string | null };

async function ask<T>(asked: Asked, read: (response: Response) => Promise<T>): Promise<AdminResult<T>> {
  const attempt = () => askAdmin({ data: asked });
  // All are sent as POST; what only tells may be asked again.
  const response = await (asked.method === 'GET' ? repeated(attempt) : attempt()).catch(() => null);
  if (!response) return refusal(whyUnanswered(), null);
  if (response.ok) return ok(await read(response));
  const told = v.safeParse(Failure, await response.json().catch(() => null));
  return told.success
    ? { ok: false, failure: { ...told.output, status: response.status } }
    : refusal('internal', response.status);
}

function refusal(code: Failure['code'], status: number | null): { ok: false; failure: AdminFailure } {
  return { ok: false, failure: { ...fail(code).failure, status } };
}
