import { currentCaller } from './caller.ts';
import { IdentityError, tooManyAttempts } from './identity-error.ts';

/**
 * What is counted of each network: every request; accounts made; messages sent, also those that are only pretended; wrong passwords,
 * codes and links.
 */
const LIMITED_ACTS = ['requests', 'signUps', 'messages', 'wrongGuesses'] as const;
export type LimitedAct = (typeof LIMITED_ACTS)[number];

/** Whoever counts, for all servers together where that matters (src/server/service/limits/identity-limits.ts). */
export type NetworkCounter = {
  /** Counts one. Seconds to wait where that was too many; null: it was not. */
  take(act: LimitedAct, network: string): Promise<number | null>;
  /** Seconds to wait for a network that is known here to be over its limit, without counting; null: it has to be counted. */
  refusal(act: LimitedAct, network: string): number | null;
};

export type IdentityLimits = {
  /** Counts one of the caller's network. Throws IdentityError LimitExceededException where that was too many. */
  take(act: LimitedAct): Promise<void>;
  /** Throws the same where the network is known to be over its limit; nothing is counted. */
  refuse(act: LimitedAct): void;
  /** Counts one in any case. */
  note(act: LimitedAct): Promise<void>;
};

/** Whose network is not known is not limited by it: those are the site's own calls, and sockets without an address. */
export function createIdentityLimits(counter: NetworkCounter | null): IdentityLimits {
  const counted = async (act: LimitedAct): Promise<number | null> => {
    const { network } = currentCaller();
    return counter === null || network === null ? null : counter.take(act, network);
  };
  return {
    async take(act) {
      if ((await counted(act)) !== null) throw tooManyAttempts();
    },
    refuse(act) {
      const { network } = currentCaller();
      if (counter !== null && network !== null && counter.refusal(act, network) !== null) throw tooManyAttempts();
    },
    async note(act) {
      await counted(act);
    },
  };
}

/** Operations that tell whether a password or a code was right. */
const GUESSES: ReadonlySet<string> = new Set([
  'InitiateAuth',
  'RespondToAuthChallenge',
  'ConfirmSignUp',
  'ConfirmForgotPassword',
  'ChangePassword',
  'VerifyUserAttribute',
  'VerifySoftwareToken',
]);
/** What is wrong about a request that guesses nothing. */
const NO_GUESS: ReadonlySet<string> = new Set([
  'InvalidParameterException',
  'InvalidPasswordException',
  'LimitExceededException',
  'PasswordResetRequiredException',
  'TooManyRequestsException',
  'UserNotConfirmedException',
]);

/** Answers an operation; what it says no to is counted as a guess, and who guessed too often is refused before anything is looked at. */
export async function countGuesses(
  { refuse, note }: Pick<IdentityLimits, 'refuse' | 'note'>,
  operation: string,
  answer: () => Promise<object>,
): Promise<object> {
  if (!GUESSES.has(operation)) return answer();
  refuse('wrongGuesses');
  try {
    return await answer();
  } catch (error) {
    if (error instanceof IdentityError && !NO_GUESS.has(error.name)) await note('wrongGuesses');
    throw error;
  }
}
