import type * as v from 'valibot';
import type { ApiAction } from '#/model/api-key.ts';
import type { Credential, OperationGroup, OperationId } from '#/model/api-reference.ts';
import type { FailureCode } from '#/model/failure.ts';
import type { Counted } from '../limits/limits.ts';

/** An object of which each field is a parameter. */
export type ParametersSchema = v.ObjectSchema<v.ObjectEntries, undefined>;

export type Answer = {
  status: 200 | 201 | 202 | 204 | 206 | 304 | 416 | 503;
  /** null: no body. */
  contentType: string | null;
  /** Of JSON, and of the data of events; null: bytes or text. */
  schema: v.GenericSchema<unknown> | null;
  /** Names of headers that only this answer has. */
  headers?: readonly string[];
};

/** One thing that the public API does: what its router, its document and its reference page know of it. */
export type Operation = {
  id: OperationId;
  method: 'GET' | 'POST' | 'DELETE';
  /** From the root of the origin; `{id}` is one part of it. */
  path: string;
  group: OperationGroup;
  /** One line in English; the reference page has its own. */
  summary: string;
  credential: Credential;
  /** What a key must be for; null: for nothing of its own. */
  action: ApiAction | null;
  /** Of the path. */
  parameters: ParametersSchema | null;
  query: ParametersSchema | null;
  body: v.GenericSchema<unknown> | null;
  /** Whether it can be sent again under an Idempotency-Key. */
  isIdempotent: boolean;
  /** Whether its answer has an ETag, and is 304 to whoever has it. */
  isVersioned: boolean;
  /** What it counts as, and has RateLimit headers for. */
  limit: Counted | null;
  answers: readonly [Answer, ...Answer[]];
  failures: readonly FailureCode[];
};

/** Below it are the operations of programs. */
export const API_PATH = '/api/v1';
