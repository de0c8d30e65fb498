import * as v from 'valibot';
import { claimDevice } from '../caller.ts';
import { type ChallengeName, isWireName, nameBehind, type Taken } from '../tables/challenges.ts';
import { ClientMetadata, knownClient, Password, SessionText, Username } from '../operations/fields.ts';
import { IdentityError, invalidParameter, notAuthorized, userNotFound } from '../identity-error.ts';
import { operation, type OperationTable } from '../protocol.ts';
import type { AuthFlow } from '../pool.ts';
import type { Response, SignInAnswer, SignInPorts } from './answer.ts';
import { answerDeviceProof, answerDeviceStart } from './device.ts';
import { answerEmailedCode, askForEmailedCode } from './emailed-code.ts';
import { answerFirstCode, answerFirstFactor, askForFirstFactor } from './first-factor.ts';
import { answerMfaSetup } from './mfa-setup.ts';
import { answerNewPassword } from './new-password.ts';
import { answerProof, askForProof, signInWithPassword } from './password.ts';
import { answerChoice, answerCode } from './second-factor.ts';

type Answerers = { [Name in ChallengeName]: (ports: SignInPorts, response: Response<Name>) => Promise<SignInAnswer> };

const ANSWERERS: Answerers = {
  SELECT_CHALLENGE: answerFirstFactor,
  FIRST_EMAIL_OTP: answerFirstCode,
  SMS_OTP: answerFirstCode,
  PASSWORD_VERIFIER: answerProof,
  CUSTOM_CHALLENGE: answerEmailedCode,
  NEW_PASSWORD_REQUIRED: answerNewPassword,
  SELECT_MFA_TYPE: answerChoice,
  SMS_MFA: answerCode,
  SOFTWARE_TOKEN_MFA: answerCode,
  EMAIL_OTP: answerCode,
  MFA_SETUP: answerMfaSetup,
  DEVICE_SRP_AUTH: answerDeviceStart,
  DEVICE_PASSWORD_VERIFIER: answerDeviceProof,
};

const Texts = v.record(v.string(), v.pipe(v.string(), v.maxLength(8192)));
const AuthParameters = v.object({
  USERNAME: v.optional(Username),
  PASSWORD: v.optional(Password),
  SRP_A: v.optional(v.string()),
  CHALLENGE_NAME: v.optional(v.string()),
  PREFERRED_CHALLENGE: v.optional(v.string()),
  DEVICE_KEY: v.optional(v.string()),
});
type AuthParameters = v.InferOutput<typeof AuthParameters>;

/** Signing in: a first call, and answers to challenges until there are tokens. */
export function createSignInOperations(ports: SignInPorts): OperationTable {
  const { pool, users, passwords } = ports;
  const ClientId = knownClient(pool);

  const claimantOf = async ({ USERNAME: name }: AuthParameters) => {
    if (name === undefined) throw invalidParameter('Missing required parameter USERNAME');
    const user = await users.find(name);
    if (!user && !pool.hidesUsers) throw userNotFound();
    return { name, claimant: passwords.claimantOf(name, user) };
  };

  return {
    InitiateAuth: operation(
      v.object({ ClientId, AuthFlow: v.string(), AuthParameters, ClientMetadata }),
      async ({ AuthFlow, AuthParameters: parameters, ClientMetadata: metadata }) => {
        // Its clients keep the refresh token that they have: where those are rotated, Amazon Cognito does not have it either.
        if (AuthFlow === 'REFRESH_TOKEN_AUTH' || AuthFlow === 'REFRESH_TOKEN') {
          throw invalidParameter(`${AuthFlow} flow not enabled for this client`);
        }
        const flow = flowOf(AuthFlow, parameters);
        const isTaken = flow === 'USER_AUTH' ? pool.firstFactors.length > 0 : pool.authFlows.includes(flow);
        if (!isTaken) throw invalidParameter(`${AuthFlow} flow not enabled for this client`);
        const { name, claimant } = await claimantOf(parameters);
        const deviceKey = parameters.DEVICE_KEY ?? null;
        claimDevice(deviceKey);
        if (flow === 'USER_AUTH') {
          const { PREFERRED_CHALLENGE: preferred, PASSWORD, SRP_A } = parameters;
          return askForFirstFactor(ports, claimant, {
            name,
            preferred,
            given: { PASSWORD, SRP_A },
            metadata,
            deviceKey,
          });
        }
        if (flow === 'USER_PASSWORD_AUTH') {
          return signInWithPassword(ports, claimant, { password: parameters.PASSWORD ?? '', metadata, deviceKey });
        }
        if (flow === 'CUSTOM_WITHOUT_SRP') {
          return askForEmailedCode(ports, claimant, { metadata, deviceKey, isRight: false, name });
        }
        return askForProof(ports, claimant, { name, A: parameters.SRP_A, isCustom: flow === 'CUSTOM_WITH_SRP' });
      },
    ),
    RespondToAuthChallenge: operation(
      v.object({
        ClientId,
        ChallengeName: v.string(),
        Session: v.optional(SessionText),
        ChallengeResponses: v.optional(Texts, {}),
        ClientMetadata,
      }),
      async ({ ChallengeName, Session, ChallengeResponses: responses, ClientMetadata: metadata }) => {
        if (!isWireName(ChallengeName)) throw invalidParameter('Unknown challenge name.');
        if (Session === undefined) throw notAuthorized('Invalid session for the user.');
        claimDevice(responses['DEVICE_KEY']);
        return answer(ports, nameBehind(ChallengeName, Session), { session: Session, responses, metadata });
      },
    ),
  };
}

async function answer<Name extends ChallengeName>(
  ports: SignInPorts,
  name: Name,
  { session, ...rest }: { session: string; responses: Record<string, string>; metadata: ClientMetadata },
): Promise<SignInAnswer> {
  const taken: Taken<Name> = await ports.challenges.take(session, name);
  return ANSWERERS[name](ports, { taken, ...rest });
}

function flowOf(name: string, { CHALLENGE_NAME }: AuthParameters): AuthFlow | 'USER_AUTH' {
  if (name === 'USER_AUTH' || name === 'USER_SRP_AUTH' || name === 'USER_PASSWORD_AUTH') return name;
  if (name === 'CUSTOM_AUTH') return CHALLENGE_NAME === 'SRP_A' ? 'CUSTOM_WITH_SRP' : 'CUSTOM_WITHOUT_SRP';
  throw new IdentityError('InvalidParameterException', `Unknown auth flow: ${name.slice(0, 40)}`);
}
