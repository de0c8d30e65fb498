import { type IdentityError, notAuthorized } from './identity-error.ts';
import { type PoolSettings, SIGN_IN_COUNTS_S } from './pool.ts';
import type { UserSession } from './tables/sessions.ts';
import type { IdentityUser } from './tables/user.ts';

/** The same after the password was given in the middle of a session: long enough for what was about to be done. */
const CONFIRMATION_COUNTS_S = 5 * 60;

/** A session and its user, as `Recency` judges them. */
type Judged = { user: IdentityUser; session: Pick<UserSession, 'createdAt' | 'confirmedAt'> };

export type Recency = {
  /** Whether the user showed a short while ago who they are. */
  isRecent(judged: Judged): boolean;
  /** Throws IdentityError where they did not. */
  refuse(judged: Judged): void;
};

/**
 * Before somebody changes how one signs in: a token alone may be stolen. Amazon Cognito has no operation and no error for it, so it is
 * said by NotAuthorizedException, whose wording tells what helps. `now` in milliseconds since 1970.
 */
export function createRecency(pool: Pick<PoolSettings, 'authFlows' | 'signInCountsS'>, now: () => number): Recency {
  const isWithin = (instant: Date | null, seconds: number) =>
    instant !== null && now() - instant.getTime() <= seconds * 1000;
  // Where codes alone are asked for, or a provider is, there is nothing to confirm but by signing in.
  const hasPassword = ({ verifier }: IdentityUser) => verifier !== null && pool.authFlows[0] !== 'CUSTOM_WITHOUT_SRP';
  const isRecent = ({ user, session }: Judged): boolean => {
    const counts = hasPassword(user) ? pool.signInCountsS : Math.max(pool.signInCountsS, SIGN_IN_COUNTS_S);
    return isWithin(session.createdAt, counts) || isWithin(session.confirmedAt, CONFIRMATION_COUNTS_S);
  };
  return {
    isRecent,
    refuse(judged) {
      if (!isRecent(judged)) throw hasPassword(judged.user) ? passwordWanted() : signInWanted();
    },
  };
}

/** The client knows both by their wording (src/account/remote-error.ts). */
const passwordWanted = (): IdentityError =>
  notAuthorized('Recent authentication is required. Confirm the password first.');
const signInWanted = (): IdentityError => notAuthorized('Recent authentication is required. Sign in again first.');
