import { isEmail } from '../tables/attributes.ts';
import { invalidParameter, notAuthorized } from '../identity-error.ts';
import type { Response, SignInAnswer, SignInPorts } from './answer.ts';
import { finish } from './finish.ts';
import { allows, askForCode, presentUser } from './second-factor.ts';

/**
 * Sets the first second factor up: an address, to which a code is sent, or an authenticator app, of which a code was seen by
 * VerifySoftwareToken before.
 */
export async function answerMfaSetup(
  ports: SignInPorts,
  { taken, responses, metadata }: Response<'MFA_SETUP'>,
): Promise<SignInAnswer> {
  const user = presentUser(taken.user);
  const { totpSecret, totpStep, deviceKey } = taken.challenge;
  const email = responses['EMAIL'];
  if (email !== undefined) {
    if (!allows(ports.pool, 'EMAIL_OTP')) {
      await ports.challenges.putBack(taken);
      throw invalidParameter('Invalid MFA type.');
    }
    if (isEmail(email)) {
      return askForCode(ports, user, 'EMAIL_OTP', { deviceKey, metadata, isCounted: false, newAddress: email });
    }
    await ports.challenges.putBack(taken);
    throw invalidParameter('Invalid email address format.');
  }
  if (totpSecret === null || totpStep === null) {
    await ports.challenges.putBack(taken);
    throw notAuthorized('Software token has not been verified.');
  }
  await ports.totpSecrets.enable(user, totpSecret, totpStep);
  return finish(ports, user, deviceKey);
}
