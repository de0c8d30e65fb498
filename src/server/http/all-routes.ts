import type { ApiAction } from '#/model/api-key.ts';
import type { Credential } from '#/model/api-reference.ts';
import { COBALT_PATH } from './cobalt/cobalt-paths.ts';
import { TUNNEL_PATH } from './cobalt/tunnel-url.ts';
import { GRAPHQL_PATH } from './graphql/path.ts';
import { API_OPERATIONS } from './operations.ts';
import { WATCHED_EVENTS_PATH } from './events/watched-events.ts';

/** Of routes that are not told to everybody: an administrator's id token; the token of METRICS_TOKEN; the cookie of a signed-in browser. */
type PrivateCredential = 'admin' | 'metrics-token' | 'user-cookie';
/** Of interfaces whose contract is their own: cobalt's asks for a key where COBALT_API says so. */
type OwnCredential = 'cobalt';

/** What is answered below one path by one method, and what that takes. `{…}` is one part of a path. */
export type KnownRoute = {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  path: string;
  credential: Credential | PrivateCredential | OwnCredential;
  /** What a key must be for. */
  action: ApiAction | null;
};

/** Every route that the server answers beside the pages: an authorisation matrix without a row for one of them is not complete. */
export const ALL_ROUTES: readonly KnownRoute[] = [
  ...API_OPERATIONS.map(({ method, path, credential, action }) => ({ method, path, credential, action })),
  { method: 'GET', path: WATCHED_EVENTS_PATH, credential: 'user-cookie', action: null },
  { method: 'GET', path: '/metrics', credential: 'metrics-token', action: null },
  { method: 'GET', path: GRAPHQL_PATH, credential: 'key', action: null },
  { method: 'POST', path: GRAPHQL_PATH, credential: 'key', action: null },
  { method: 'GET', path: `${COBALT_PATH}/`, credential: 'none', action: null },
  { method: 'POST', path: `${COBALT_PATH}/`, credential: 'cobalt', action: 'resolve' },
  { method: 'GET', path: TUNNEL_PATH, credential: 'signed-link', action: null },
];
