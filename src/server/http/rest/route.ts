import * as v from 'valibot';
import { DownloadProgress } from '#/model/download.ts';
import { type Failure, ok, type Result } from '#/model/failure.ts';
import type { KeyedRequest } from '../authenticate.ts';
import { idempotently } from './idempotency.ts';
import { forbiddenAction } from '../keys/scopes.ts';
import type { Caller } from '../limits/holders.ts';
import { problem } from '../problem.ts';
import { readJson } from '../read-body.ts';
import { ALWAYS, BODY, IDEMPOTENCY, KEY } from './failures.ts';
import type { Operation, ParametersSchema } from './operation.ts';
import type { DownloaderPorts } from '../downloader-ports.ts';

/** A parsed call of somebody who may make it. */
export type Call<Query = unknown, Body = unknown> = {
  request: Request;
  caller: Caller;
  /** Of the download in the path, in lower case; empty where there is none. */
  id: string;
  query: Query;
  body: Body;
};

/** An operation that the table itself answers. */
export type Route = Operation & { run: (request: KeyedRequest, ports: DownloaderPorts) => Promise<Response> };

type Fixed = 'parameters' | 'query' | 'body' | 'action' | 'isIdempotent' | 'isVersioned' | 'limit';
type Definition<Query, Body> = Omit<Operation, Fixed> & {
  action?: NonNullable<Operation['action']>;
  query?: ParametersSchema & v.GenericSchema<unknown, Query>;
  body?: v.GenericSchema<unknown, Body>;
  isIdempotent?: true;
  isVersioned?: true;
  limit?: NonNullable<Operation['limit']>;
  handle: (call: Call<Query, Body>, ports: DownloaderPorts) => Promise<Response> | Response;
};

/** `{id}` of a path is that of a download. */
export const DownloadPath = v.object({ id: DownloadProgress.entries.id });

const NOBODY: Caller = { owner: null, address: null };
const Nothing = v.optional(v.unknown());

/**
 * A route whose handler gets what its schemas read. In this order: who calls, and whether it may; whether a limit is known to be reached;
 * path and query; a name of the request; the body.
 */
export function route<Query = unknown, Body = unknown>(definition: Definition<Query, Body>): Route {
  const { handle, query, body, ...told } = definition;
  const operation = withFailures({
    action: null,
    isIdempotent: false,
    isVersioned: false,
    limit: null,
    ...told,
    parameters: told.path.includes('{id}') ? DownloadPath : null,
    query: query ?? null,
    body: body ?? null,
  });
  const pattern = patternOf(operation.path);
  const { action, limit, isIdempotent } = operation;

  async function answer(request: Request, ports: DownloaderPorts, call: Omit<Call<Query>, 'body'>): Promise<Response> {
    const given = body ? await readJson(request, body) : ok(undefined as Body);
    return given.ok ? handle({ ...call, request, body: given.value }, ports) : problem(given.failure);
  }

  return {
    ...operation,
    async run(request, ports) {
      const allowed = await callerOf(request, ports, operation);
      if (!allowed.ok) return problem(allowed.failure);
      const caller = allowed.value;
      const forbidden = action && forbiddenAction(caller, action);
      if (forbidden) return problem(forbidden);
      // Before its body is read: whoever goes on all the same costs next to nothing. Not what may have been answered already.
      const known = limit && !isIdempotent ? ports.limits.refusal(limit, caller) : null;
      if (known) return problem(known.result.failure, { headers: known.headers });
      const { pathname, searchParams } = new URL(request.url);
      const path = v.safeParse(DownloadPath, pattern.exec(pathname)?.groups);
      if (operation.parameters && !path.success) return problem({ code: 'download_unknown' });
      const asked = v.safeParse(
        query ?? (Nothing as v.GenericSchema<unknown, Query>),
        Object.fromEntries(searchParams),
      );
      if (!asked.success) return problem({ code: 'invalid_request' });
      const call = { request, caller, id: path.success ? path.output.id : '', query: asked.output };
      return isIdempotent
        ? idempotently(request, caller, ports.idempotent, (once) => answer(once, ports, call))
        : answer(request, ports, call);
    },
  };
}

/** What a path must look like to be one of a template. */
export function patternOf(template: string): RegExp {
  return new RegExp(`^${template.replaceAll(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`);
}

async function callerOf(
  request: KeyedRequest,
  { callers }: DownloaderPorts,
  { credential }: Operation,
): Promise<Result<Caller, Failure>> {
  if (credential === 'none') return ok(NOBODY);
  return credential === 'optional-key' ? callers.ofAnybody(request) : callers.ofKey(request);
}

/** An operation's own failures, and those of what it takes. */
function withFailures(operation: Operation): Operation {
  const { credential, parameters, query, body, isIdempotent, limit, failures } = operation;
  const all: Operation['failures'] = [
    ...(credential === 'none' ? [] : KEY),
    ...(parameters ? (['download_unknown'] as const) : []),
    ...(query ? (['invalid_request'] as const) : []),
    ...(body ? BODY : []),
    ...(isIdempotent ? IDEMPOTENCY : []),
    ...(limit ? (['limit_reached'] as const) : []),
    ...failures,
    ...ALWAYS,
  ];
  return { ...operation, failures: [...new Set(all)] };
}
