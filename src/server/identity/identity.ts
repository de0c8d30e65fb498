import type { AccountUser } from '#/model/account.ts';
import type { Result } from '#/model/failure.ts';
import { readSessionEvent } from '#/server/store/events/session-events.ts';
import type { Store } from '#/server/store/store.ts';
import type { IdTokenVerifier, TokenClaims, TokenProblem } from './id-token.ts';
import type { LiveSession, LiveSource } from './live-source.ts';
import { createTtlCache } from './ttl-cache.ts';

/**
 * The one gate: who tokens, cookies and keys are for, wherever the accounts are. An id token alone is a promise of an hour ago; what its
 * user and session are now is asked of whoever keeps the accounts, and believed for some seconds, or until they are told to have changed.
 */
export type Identity = {
  /** Whose id token it is. `invalid`: its session has ended, too, or its user is disabled or gone; `unavailable`: nobody can tell. */
  verify(token: string): Promise<Result<AccountUser, TokenProblem>>;
  /** The same, asked at this very moment. */
  verifyNow(token: string): Promise<Result<AccountUser, TokenProblem>>;
  /** Whether a user may act by way of keys. Rejects when nobody can tell. */
  isUserLive(userId: string): Promise<boolean>;
  /** Whether a browser may act by way of a session; null: of one that nobody noted. Rejects when nobody can tell. */
  isSessionLive(userId: string, sessionId: string | null): Promise<boolean>;
  /** The site has ended a session, or all of a user (null). */
  noteEnded(userId: string, sessionId: string | null): Promise<void>;
  /** Something about a user was changed: all servers ask anew. */
  tellChanged(userId: string): Promise<void>;
  close(): void;
};

type IdentityPorts = {
  verifier: IdTokenVerifier;
  source: LiveSource;
  store: Pick<Store, 'publish' | 'onEvent' | 'onResync'>;
  /** How long what was asked is believed, unless it is told to have changed. */
  knownMs: number;
  log: (line: string) => void;
  /** What durations are measured by, in milliseconds. */
  now?: () => number;
};

export function createIdentity({
  verifier,
  source,
  store,
  knownMs,
  log,
  now = () => performance.now(),
}: IdentityPorts): Identity {
  const sessions = createTtlCache<LiveSession | null>({ knownMs, now });
  const answers = createTtlCache<boolean>({ knownMs, now });
  const forget = (userId: string): void => {
    sessions.drop(userId);
    answers.drop(userId);
  };
  const tellChanged = async (userId: string): Promise<void> => {
    forget(userId);
    await store.publish([{ type: 'accountChanged', userId }]);
  };

  async function judge(
    token: string,
    ask: (claims: TokenClaims) => Promise<LiveSession | null>,
  ): Promise<Result<AccountUser, TokenProblem>> {
    const verified = await verifier.verify(token);
    if (!verified.ok) return verified;
    const { userId, sessionId } = verified.value;
    try {
      const session = await ask(verified.value);
      if (!session) return { ok: false, failure: 'invalid' };
      return { ok: true, value: { id: userId, sessionId, ...session } };
    } catch (error) {
      // Who cannot be asked for is let in by nobody's word.
      log(`identity: nobody could tell whether a session goes on (${error instanceof Error ? error.name : 'unknown'})`);
      return { ok: false, failure: 'unavailable' };
    }
  }

  const endings = [
    store.onEvent((event) => {
      const told = readSessionEvent(event);
      if (told?.type === 'accountChanged') forget(told.userId);
    }),
    store.onResync(() => {
      sessions.clear();
      answers.clear();
    }),
  ];

  return {
    verify: (token) =>
      judge(token, (claims) => {
        const key = `${claims.sessionId} ${claims.provenAt} ${claims.userId}`;
        return sessions.get(key, claims.userId, () => source.session(claims));
      }),
    verifyNow: (token) => judge(token, source.session),
    isUserLive: (userId) => answers.get(`user ${userId}`, userId, () => source.isUserLive(userId)),
    isSessionLive: (userId, sessionId) =>
      answers.get(`session ${sessionId} ${userId}`, userId, () => source.isSessionLive(userId, sessionId)),
    async noteEnded(userId, sessionId) {
      await source.noteEnded(userId, sessionId);
      await tellChanged(userId);
    },
    tellChanged,
    close() {
      for (const end of endings) end();
    },
  };
}
