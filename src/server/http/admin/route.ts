import * as v from 'valibot';
import { type Failure, ok, type Result } from '#/model/failure.ts';
import { json } from '../json.ts';
import { problem } from '../problem.ts';
import { readJson } from '../read-body.ts';
import type { AdminPorts } from './ports.ts';

export const ADMIN_PATH = '/api/admin/v1';

/** A parsed call of somebody who may make it. */
export type AdminCall<Query, Body> = {
  /** Who is noted as having done it: `user:<sub>`. */
  actor: string;
  /** `sub` of the same. */
  userId: string;
  /** What stands in the path, as `{id}`. */
  id: string;
  query: Query;
  body: Body;
  signal: AbortSignal;
};

/** A refusal; `status` where the failure's own would say something else. */
export type Refused = { ok: false; failure: Failure; status?: number };

/** There is none of that id. */
export const UNKNOWN: Refused = { ok: false, failure: { code: 'invalid_request' }, status: 404 };
/** It is there already, or cannot be done to this one. */
export const CONFLICT: Refused = { ok: false, failure: { code: 'invalid_request' }, status: 409 };

type AnySchema = v.GenericSchema<unknown>;

/** One operation of the admin API, as whoever walks the table sees it. */
export type AdminRoute = {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Below ADMIN_PATH; `{id}` is one part of it. */
  path: string;
  summary: string;
  /** null: none is read. */
  query: AnySchema | null;
  body: AnySchema | null;
  /** null: 204, or bytes. */
  answer: AnySchema | null;
  run: (
    request: Request,
    actor: Pick<AdminCall<never, never>, 'actor' | 'userId' | 'id'>,
    ports: AdminPorts,
  ) => Promise<Response>;
};

type Definition<Query, Body, Answer> = Pick<AdminRoute, 'method' | 'path' | 'summary'> & {
  query?: v.GenericSchema<unknown, Query>;
  body?: v.GenericSchema<unknown, Body>;
  answer?: v.GenericSchema<unknown, Answer>;
  handle: (call: AdminCall<Query, Body>, ports: AdminPorts) => Promise<Result<Answer> | Refused | Response>;
};

const Nothing = v.optional(v.unknown());

/** A route whose handler gets what its schemas read. An answer of its own, such as a file, it gives as a Response. */
export function route<Query = unknown, Body = unknown, Answer = null>(
  definition: Definition<Query, Body, Answer>,
): AdminRoute {
  const { method, path, summary, query, body, answer, handle } = definition;
  return {
    method,
    path,
    summary,
    query: query ?? null,
    body: body ?? null,
    answer: answer ?? null,
    async run(request, actor, ports) {
      const asked = readQuery(request, query ?? (Nothing as v.GenericSchema<unknown, Query>));
      if (!asked.ok) return problem(asked.failure);
      const given = body ? await readJson(request, body) : ok(undefined as Body);
      if (!given.ok) return problem(given.failure);
      const call = { ...actor, query: asked.value, body: given.value, signal: request.signal };
      const answered = await handle(call, ports);
      if (answered instanceof Response) return answered;
      if (!answered.ok) {
        const { failure, status } = { status: undefined, ...answered };
        return problem(failure, status === undefined ? {} : { status });
      }
      return answered.value === null ? noContent() : json(answered.value);
    },
  };
}

/** What is empty was not asked. */
function readQuery<Query>({ url }: Request, schema: v.GenericSchema<unknown, Query>): Result<Query> {
  const given = [...new URL(url).searchParams].filter(([, text]) => text !== '');
  const read = v.safeParse(schema, Object.fromEntries(given));
  return read.success ? ok(read.output) : { ok: false, failure: { code: 'invalid_request' } };
}

function noContent(): Response {
  return new Response(null, { status: 204, headers: { 'cache-control': 'no-store' } });
}
