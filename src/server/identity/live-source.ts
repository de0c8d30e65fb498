import type { TokenClaims } from './id-token.ts';

/** A session that goes on, of a user who may use it. */
export type LiveSession = {
  groups: readonly string[];
  /** Whether the user showed a short while ago who they are. */
  isRecent: boolean;
};

/** Asks whoever keeps the accounts how they are now. All reject when that cannot be asked. */
export type LiveSource = {
  /** null: the session of a token has ended, or its user is disabled or gone. */
  session(token: TokenClaims): Promise<LiveSession | null>;
  /** Whether a user is there and not disabled. */
  isUserLive(userId: string): Promise<boolean>;
  /** The same, and whether a session of theirs goes on; null: it is not known which. */
  isSessionLive(userId: string, sessionId: string | null): Promise<boolean>;
  /** Remembers that the site has ended a session, or all of a user (null), where the accounts' service does not tell. */
  noteEnded(userId: string, sessionId: string | null): Promise<void>;
};
