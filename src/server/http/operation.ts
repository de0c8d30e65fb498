import * as v from 'valibot';
import type { ApiAction } from '#/model/api-key.ts';
import type { Credential } from '#/model/api-reference.ts';
import { type Failure, type FailureCode, ok, type Result } from '#/model/failure.ts';
import type { KeyedRequest } from './authenticate.ts';
import { STATUS } from './http-status.ts';
import { json } from './json.ts';
import type { Counted } from '#/server/service/limits/limits.ts';
import { problem } from './problem.ts';
import { type BodyFailure, readJson } from './read-body.ts';
import { ALWAYS, BODY, IDEMPOTENCY, KEY_FAILURES } from './rest/failures.ts';

/** What is sent or answered. */
type AnySchema = v.GenericSchema<unknown>;

/** An object of which each field is a parameter. */
export type ParametersSchema = v.ObjectSchema<v.ObjectEntries, undefined>;

export type ResponseSpec = {
  status: 200 | 201 | 202 | 204 | 206 | 304 | 416 | 503;
  /** null: no body. */
  contentType: string | null;
  /** Of JSON, and of the data of events; null: bytes or text. */
  schema: AnySchema | null;
  /** Names of headers that only this answer has. */
  headers?: readonly string[];
};

/** A request as somebody might send it, and what could come back. */
type OperationExample<Body = unknown, Value = unknown> = {
  /** Of the path and the query, by name. */
  parameters?: Record<string, string>;
  body?: Body;
  /** The first of its answers, where that is JSON; of events, the data of one. */
  answer?: Value;
};

/**
 * One thing that an API does, public or the operators': all that its router, its document, its reference page, the site's own functions
 * and the tests of who may do what know of it.
 */
export type Operation = {
  /** By which generated clients call it. */
  id: string;
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** From the root of the origin; `{id}` is one part of it. */
  path: string;
  /** One line in English; the reference page has its own. */
  summary: string;
  /** `admin`: the id token of an administrator. */
  credential: Credential | 'admin';
  /** What a key must be for; null: for nothing of its own. */
  action: ApiAction | null;
  /** Of the path. */
  parameters: ParametersSchema | null;
  query: AnySchema | null;
  body: AnySchema | null;
  /** Whether it can be sent again under an Idempotency-Key. */
  isIdempotent: boolean;
  /** Whether its answer has an ETag, and is 304 to whoever has it. */
  isVersioned: boolean;
  /** What it counts as, and has RateLimit headers for. */
  limit: Counted | null;
  answers: readonly [ResponseSpec, ...ResponseSpec[]];
  failures: readonly FailureCode[];
  /** Empty: it needs nothing but its path, and answers nothing that is told. */
  example: OperationExample;
};

/** What an operation is given, where its schemas have read it. */
export type Call<Caller, Query = unknown, Body = unknown> = {
  /** That brought it. */
  request: Request;
  caller: Caller;
  /** What stands in the path as `{id}`; empty where nothing does. */
  id: string;
  query: Query;
  body: Body;
};

/** A refusal; `status` and `headers` where those of the failure are not all. */
export type RefusedOperation = { ok: false; failure: BodyFailure; status?: number; headers?: Record<string, string> };

/** A failure with its HTTP status, which tells apart what has one code: 404, there is none of that id; 409, it cannot be done to this one. */
export type StatusFailure = Failure & { status: number };

/** An operation that is answered by the table. `Given` is what a call of it brings, in three parts: id, query, body. */
export type Route<Ports, Given = never, Value = unknown> = Operation & {
  /** @param path What stands in the path, decoded, by name. */
  run: (request: KeyedRequest, path: Record<string, string>, ports: Ports) => Promise<Response>;
  /**
   * The same for functions of the site, without a request of its own: `request` is that of the function, and tells who calls. What is
   * given is read by the same schemas; an Idempotency-Key is not looked at. A Response: the answer is a file.
   */
  perform: (request: KeyedRequest, given: Given, ports: Ports) => Promise<Result<Value, StatusFailure> | Response>;
};

type InputOf<Schema> = Schema extends AnySchema ? v.InferInput<Schema> : never;
type OutputOf<Schema> = Schema extends AnySchema ? v.InferOutput<Schema> : undefined;
type GivenOf<Path, Query, Body> = (Path extends `${string}{id}${string}` ? { id: string } : unknown) &
  (Query extends AnySchema ? { query: InputOf<Query> } : unknown) &
  (Body extends AnySchema ? { body: InputOf<Body> } : unknown);

type Optional = 'credential' | 'action' | 'isIdempotent' | 'isVersioned' | 'limit' | 'answers' | 'failures' | 'example';
type Definition<Caller, Ports, Path, Query, Body, Value> = Omit<
  Operation,
  Optional | 'path' | 'parameters' | 'query' | 'body'
> &
  Partial<Pick<Operation, Exclude<Optional, 'example'>>> & {
    path: Path;
    query?: Query;
    body?: Body;
    /** Of JSON; without one it answers nothing, or what `answers` tells. */
    answer?: v.GenericSchema<unknown, Value>;
    /** One that its schemas do not take fails the compiler. */
    example?: OperationExample<InputOf<Body>, NoInfer<Value>>;
    /** Of an answer; 200, or 204 without a body, unless given. */
    status?: 201 | 202;
    /** A Response of its own it may give where a value is not all that there is to say: headers, a version, a file. */
    handle: (
      call: Call<Caller, OutputOf<Query>, OutputOf<Body>>,
      ports: Ports,
    ) => Promise<Result<Value> | RefusedOperation | Response> | Result<Value> | RefusedOperation | Response;
  };

/** What the operations of one API have in common. */
type Face<Caller, Ports> = {
  /** What an operation asks for that does not say so itself. */
  credential: Operation['credential'];
  /** Who calls, where they may; before anything of the request is read, so that whoever may not costs next to nothing. */
  admit: (
    request: KeyedRequest,
    operation: Operation,
    ports: Ports,
  ) => Promise<{ ok: true; value: Caller } | RefusedOperation>;
  /** What `{id}` of a path must be. */
  path: v.ObjectSchema<{ id: v.GenericSchema<unknown, string> }, undefined>;
  /** What is answered where it is not that. */
  unknown: RefusedOperation;
  /** Whether what is empty in a query was not asked. */
  isEmptyLeftOut: boolean;
  /** How what can be sent again under a name is answered once. */
  once: (
    request: Request,
    caller: Caller,
    ports: Ports,
    answer: (request: Request) => Promise<Response>,
  ) => Promise<Response>;
};

const INVALID: RefusedOperation = { ok: false, failure: { code: 'invalid_request' } };
const Nothing = v.optional(v.unknown());

/**
 * Defines operations of an API. Each reads in this order: who calls, and whether it may; path and query; a name of the request; the body.
 * What does not fit is refused before its handler hears of it.
 */
export function operationsOf<Caller, Ports, Own extends Partial<Operation> = object>(face: Face<Caller, Ports>) {
  return function operation<
    const Path extends string,
    Query extends AnySchema | null = null,
    Body extends AnySchema | null = null,
    Value = null,
  >(
    definition: Definition<Caller, Ports, Path, Query, Body, Value> & Own,
  ): Route<Ports, GivenOf<Path, Query, Body>, Value> & Own {
    const { handle, answer, status, query = null, body = null, ...told } = definition;
    // The compiler cannot see that what a definition leaves out is put in here.
    const plain = {
      credential: face.credential,
      action: null,
      isIdempotent: false,
      isVersioned: false,
      limit: null,
      answers: [answerOf(answer ?? null, status)],
      failures: [],
      example: {},
      ...told,
      parameters: told.path.includes('{id}') ? face.path : null,
      query,
      body,
    } as unknown as Operation & Own;
    const operation = { ...plain, failures: allFailures(plain, face.unknown.failure.code) };
    const readQuery = (entries: Iterable<readonly [string, unknown]>) =>
      v.safeParse(
        query ?? Nothing,
        Object.fromEntries([...entries].filter(([, value]) => !face.isEmptyLeftOut || value !== '')),
      );
    const called = (read: object) => read as Call<Caller, OutputOf<Query>, OutputOf<Body>>;

    return {
      ...operation,
      async run(request, path, ports) {
        const admitted = await face.admit(request, operation, ports);
        if (!admitted.ok) return refusal(admitted);
        const caller = admitted.value;
        const place = v.safeParse(face.path, path);
        if (operation.parameters && !place.success) return refusal(face.unknown);
        const asked = readQuery(new URL(request.url).searchParams);
        if (!asked.success) return refusal(INVALID);
        const read = { caller, id: place.success ? place.output.id : '', query: asked.output };
        const answer = async (once: Request) => {
          const given = body ? await readJson(once, body) : ok(undefined);
          if (!given.ok) return refusal(given);
          const answered = await handle(called({ ...read, request: once, body: given.value }), ports);
          if (answered instanceof Response) return answered;
          return answered.ok ? success(answered.value, operation.answers[0].status) : refusal(answered);
        };
        return operation.isIdempotent ? face.once(request, caller, ports, answer) : answer(request);
      },
      async perform(request, brought, ports) {
        const admitted = await face.admit(request, operation, ports);
        if (!admitted.ok) return refusedWith(admitted);
        const given = Object(brought) as { id?: unknown; query?: unknown; body?: unknown };
        const place = v.safeParse(face.path, { id: given.id });
        if (operation.parameters && !place.success) return refusedWith(face.unknown);
        const asked = readQuery(Object.entries(Object(given.query)));
        const sent = v.safeParse(body ?? Nothing, given.body);
        if (!asked.success || !sent.success) return refusedWith(INVALID);
        const id = place.success ? place.output.id : '';
        const read = { request, caller: admitted.value, id, query: asked.output, body: sent.output };
        const answered = await handle(called(read), ports);
        return answered instanceof Response || answered.ok ? answered : refusedWith(answered);
      },
    };
  };
}

/** An operation's own failures, and those of what it takes. */
function allFailures(operation: Operation, unknown: FailureCode): FailureCode[] {
  const { credential, parameters, query, body, isIdempotent, limit, failures } = operation;
  return [
    ...new Set([
      ...(credential === 'none' ? [] : KEY_FAILURES),
      ...(parameters ? [unknown] : []),
      ...(query ? (['invalid_request'] as const) : []),
      ...(body ? BODY : []),
      ...(isIdempotent ? IDEMPOTENCY : []),
      ...(limit ? (['limit_reached'] as const) : []),
      ...failures,
      ...ALWAYS,
    ]),
  ];
}

function answerOf(schema: AnySchema | null, status?: 201 | 202): ResponseSpec {
  if (!schema) return { status: 204, contentType: null, schema };
  return { status: status ?? 200, contentType: 'application/json', schema };
}

function success(value: unknown, status: number): Response {
  if (value === null) return new Response(null, { status: 204, headers: { 'cache-control': 'no-store' } });
  return json(value, { status });
}

/** A refusal as problem details. */
export function refusal({ failure, status, headers }: RefusedOperation): Response {
  return problem(failure, { ...(status !== undefined && { status }), ...(headers && { headers }) });
}

/** A refusal as functions of the site are told it. */
export function refusedWith({ failure, status }: RefusedOperation): { ok: false; failure: StatusFailure } {
  const { errors: _, ...told } = failure;
  return { ok: false, failure: { ...told, status: status ?? STATUS[told.code] } };
}
