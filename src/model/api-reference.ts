import type { FailureCode } from './failure.ts';

/** What the public API can do, by the names that generated clients call it. Part of the contract: never rename one. */
export const OPERATION_IDS = [
  'resolve',
  'getUsage',
  'createDownload',
  'listDownloads',
  'clearDownloads',
  'getDownload',
  'cancelDownload',
  'forgetDownload',
  'pauseDownload',
  'resumeDownload',
  'followDownload',
  'followDownloads',
  'getVideo',
  'getKeptFile',
  'getPlatforms',
  'getStatus',
  'getHealth',
  'getOpenApi',
  'getLiveness',
  'getReadiness',
  'fileTakedown',
  'fileCounterNotice',
] as const;
export type OperationId = (typeof OPERATION_IDS)[number];

export const OPERATION_GROUPS = ['media', 'downloads', 'files', 'service', 'takedowns'] as const;
/** Under what operations are told together. */
export type OperationGroup = (typeof OPERATION_GROUPS)[number];

/**
 * What a request must bring. `none`: what it brings is not looked at. `optional-key`: a key is not needed, and must be good where there
 * is one. `key`: of programs. `key-or-visitor`: a key, or the cookie of the visitor whose it is. `id`: whoever knows the id of a download
 * may follow it. `signed-link`: the path itself, which the server has signed.
 */
export type Credential = 'none' | 'optional-key' | 'key' | 'key-or-visitor' | 'id' | 'signed-link';

export type ReferenceField = {
  /** Of what lies inside another: `claimant.name`. */
  name: string;
  /** As TypeScript writes it, with the names of shapes. */
  type: string;
  isRequired: boolean;
};

/** Something that is sent or answered, by its name in the OpenAPI document. */
export type ReferenceShape = { name: string; fields: ReferenceField[]; values: string[] };

export type ReferenceOperation = {
  id: OperationId;
  group: OperationGroup;
  method: 'GET' | 'POST' | 'DELETE';
  path: string;
  credential: Credential;
  /** What a key must be for. */
  action: string | null;
  parameters: (ReferenceField & { in: 'path' | 'query' | 'header'; example: string | null })[];
  body: { type: string; fields: ReferenceField[]; example: string } | null;
  /** `type` null: no body, or one that is not JSON. `example`: of the usual answer, as it comes. */
  answers: { status: number; contentType: string | null; type: string | null; example: string | null }[];
  failures: string[];
};

/** What the reference page tells, made from the OpenAPI document. */
export type ApiReference = {
  operations: ReferenceOperation[];
  shapes: ReferenceShape[];
  failures: { code: FailureCode; status: number }[];
};
