import type { ClientMetadata } from '../operations/fields.ts';
import { type Challenge, type ChallengeName, type Taken, type WireName, wireNameOf } from '../tables/challenges.ts';
import type { FirstChallenge } from '../first-factors.ts';
import type { IdentityPorts } from '../ports.ts';
import type { AuthenticationResult } from '../tokens.ts';

/** What a step of a sign-in ends in: the next challenge, or tokens. */
export type SignInAnswer =
  | {
      ChallengeName: WireName;
      Session: string;
      ChallengeParameters: Record<string, string>;
      /** What may be chosen, with SELECT_CHALLENGE. */
      AvailableChallenges?: readonly FirstChallenge[];
    }
  | {
      ChallengeParameters: Record<string, never>;
      AuthenticationResult: AuthenticationResult & {
        NewDeviceMetadata?: { DeviceKey: string; DeviceGroupKey: string };
      };
    };

export type SignInPorts = Pick<
  IdentityPorts,
  | 'pool'
  | 'users'
  | 'srp'
  | 'passwords'
  | 'attempts'
  | 'challenges'
  | 'codes'
  | 'totpSecrets'
  | 'devices'
  | 'tokens'
  | 'now'
>;

/** A client's answer to a challenge. */
export type Response<Name extends ChallengeName> = {
  taken: Taken<Name>;
  /** By the names that Amazon Cognito has for them: `USERNAME`, `SMS_MFA_CODE`… */
  responses: Readonly<Record<string, string>>;
  metadata: ClientMetadata;
};

/** Asks the next question. `isRight`: the answer before was right, and is no guess to be counted. */
export async function askChallenge(
  { challenges }: Pick<SignInPorts, 'challenges'>,
  sub: string,
  challenge: Challenge,
  parameters: Record<string, string>,
  options: { isRight: boolean },
): Promise<SignInAnswer> {
  const session = await challenges.open(sub, challenge, options);
  return { ChallengeName: wireNameOf(challenge.name), Session: session, ChallengeParameters: parameters };
}
