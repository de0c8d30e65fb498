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
