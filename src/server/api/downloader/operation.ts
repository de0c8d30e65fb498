import type * as v from 'valibot';
import type { ApiAction } from '#/model/api-key.ts';
import type { FailureCode } from '#/model/failure.ts';
import type { Counted } from '../limits/limits.ts';

/**
 * What a request must bring. `none`: what it brings is not looked at. `optional-key`: a key is not needed, and must be good where there
 * is one. `key`: of programs. `key-or-visitor`: a key, or the cookie of the visitor whose it is. `id`: whoever knows the id of a download
 * may follow it. `signed-link`: the path itself, which this server has signed.
 */
export type Credential = 'none' | 'optional-key' | 'key' | 'key-or-visitor' | 'id' | 'signed-link';

export const OPERATION_GROUPS = ['media', 'downloads', 'files', 'service', 'takedowns'] as const;
/** Under what operations are told together. */
export type OperationGroup = (typeof OPERATION_GROUPS)[number];

/** An object of which each field is a parameter. */
export type ParametersSchema = v.ObjectSchema<v.ObjectEntries, undefined>;

export type Answer = {
  status: 200 | 201 | 202 | 204 | 206 | 503;
  /** null: no body. */
  contentType: string | null;
  /** Of JSON, and of the data of events; null: bytes or text. */
  schema: v.GenericSchema<unknown> | null;
  /** Names of headers that only this answer has. */
  headers?: readonly string[];
};

/** One thing that the public API does: what its router, its document and its reference page know of it. */
export type Operation = {
  /** Stable: generated clients call it so. */
  id: string;
  method: 'GET' | 'POST' | 'DELETE';
  /** From the root of the origin; `{id}` is one part of it. */
  path: string;
  group: OperationGroup;
  /** One line in English; the reference page has its own. */
  summary: string;
  description?: string;
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
