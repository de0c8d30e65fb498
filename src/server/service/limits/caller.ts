import type { ApiKey } from '#/model/api-key.ts';

/** Who is counted. */
export type Caller = {
  /** `visitor:<id>`, `user:<sub>`, `key:<id>`; null: no cookie yet. */
  owner: string | null;
  /** In its canonical form; null: not known. */
  address: string | null;
  /** Of a client with a key of its own: what it may do. The site's key has none. */
  key?: ApiKey;
  /** Of a browser that calls as a signed-in user: its cookie, and with it the session. */
  visitorId?: string;
};
