import { createHash, randomBytes } from 'node:crypto';
import type { Store } from '#/server/store/store.ts';

/** What a code stands for, and what it is bound to. */
export type CodeGrant = {
  sub: string;
  redirectUri: string;
  /** SHA-256 of the verifier in base64url. */
  challenge: string;
  scope: string;
  nonce: string | null;
};

type TakenCode =
  | { kind: 'taken'; grant: CodeGrant }
  | { kind: 'unknown' }
  | { kind: 'reused'; originJti: string | null };

export type AuthorizationCodeRepository = {
  /** The code, given once; only its hash is stored. */
  create(grant: CodeGrant): Promise<string>;
  /** Only the first to come gets the grant. */
  take(code: string): Promise<TakenCode>;
  /** Notes the session that was made with a code. False: the code came a second time meanwhile, and the session must end. */
  settle(code: string, originJti: string): Promise<boolean>;
};

/** Amazon Cognito's. */
const VALID_MS = 5 * 60_000;
/** For as long a code that comes again ends the session that it made. */
const REMEMBERED_MS = 60 * 60_000;

/** Codes of the redirect sign-in. `now` in milliseconds since 1970; rejects with StoreError. */
export function createAuthorizationCodeRepository(
  { query }: Pick<Store, 'query'>,
  now: () => number,
): AuthorizationCodeRepository {
  return {
    async create({ sub, redirectUri, challenge, scope, nonce }) {
      const code = randomBytes(32).toString('base64url');
      await query(
        `with swept as (delete from identity_oauth_codes where expires_at < $1)
         insert into identity_oauth_codes (hash, sub, redirect_uri, code_challenge, scope, nonce, expires_at)
         values ($2, $3, $4, $5, $6, $7, $8)`,
        [
          new Date(now() - REMEMBERED_MS),
          hashOf(code),
          sub,
          redirectUri,
          challenge,
          scope,
          nonce,
          new Date(now() + VALID_MS),
        ],
      );
      return code;
    },
    async take(code) {
      const at = new Date(now());
      const [grant] = await query<CodeGrant>(
        `update identity_oauth_codes set used_at = $2 where hash = $1 and used_at is null and expires_at > $2
         returning sub, redirect_uri as "redirectUri", code_challenge as challenge, scope, nonce`,
        [hashOf(code), at],
      );
      if (grant) return { kind: 'taken', grant };
      // Forgotten now: `settle` finds nothing then, should the first one still be on its way.
      const [used] = await query<{ originJti: string | null }>(
        `delete from identity_oauth_codes where hash = $1 and used_at is not null returning origin_jti as "originJti"`,
        [hashOf(code)],
      );
      return used ? { kind: 'reused', originJti: used.originJti } : { kind: 'unknown' };
    },
    async settle(code, originJti) {
      const rows = await query('update identity_oauth_codes set origin_jti = $2 where hash = $1 returning hash', [
        hashOf(code),
        originJti,
      ]);
      return rows.length > 0;
    },
  };
}

/** 256 random bits need no slow hash. */
function hashOf(code: string): string {
  return createHash('sha256').update(code).digest('hex');
}
