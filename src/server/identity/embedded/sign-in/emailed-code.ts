import type { CodePurpose } from '../tables/codes.ts';
import { maskedDestination } from '../deliver.ts';
import type { ClientMetadata } from '../operations/fields.ts';
import { IdentityError, wrongPassword } from '../identity-error.ts';
import type { ClaimedUser } from '../crypto/passwords.ts';
import { verifiedAddress } from '../tables/user.ts';
import { askChallenge, type Response, type SignInAnswer, type SignInPorts } from './answer.ts';
import { afterPassword } from './next-challenge.ts';

type How = { metadata: ClientMetadata; deviceKey: string | null; isRight: boolean; name?: string };

/** The custom challenge: a code to the user's verified e-mail address. Who has none is asked all the same, and never right. */
export async function askForEmailedCode(
  ports: SignInPorts,
  { sub, shownSub, user }: ClaimedUser,
  { metadata, deviceKey, isRight, name = '' }: How,
): Promise<SignInAnswer> {
  const isExpected = user?.status === 'CONFIRMED' || (isRight && user?.status === 'FORCE_CHANGE_PASSWORD');
  const email = user?.isEnabled && isExpected ? verifiedAddress(user, 'email') : null;
  const destination = email ?? ports.passwords.supposedAddress(name).destination;
  await ports.codes.send({
    sub,
    purpose: 'CUSTOM_CHALLENGE',
    address: { attribute: 'email', destination },
    locale: user?.attributes['locale'] ?? metadata['locale'],
    isPretended: email === null,
    isQuick: true,
  });
  const parameters = {
    challenge: 'emailed-code',
    destination: maskedDestination(destination),
    USERNAME: user?.username ?? (ports.pool.config.loginMechanisms.includes('username') ? name : shownSub),
  };
  return askChallenge(ports, sub, { name: 'CUSTOM_CHALLENGE', deviceKey }, parameters, { isRight });
}

/** A wrong code may be followed by two better ones, in the same session. */
export async function answerEmailedCode(
  ports: SignInPorts,
  { taken, responses, metadata }: Response<'CUSTOM_CHALLENGE'>,
): Promise<SignInAnswer> {
  const { user, challenge } = taken;
  await takeFirstCode(ports, taken, 'CUSTOM_CHALLENGE', responses['ANSWER'] ?? '');
  if (!user?.isEnabled) throw wrongPassword();
  return afterPassword(ports, user, { metadata, deviceKey: challenge.deviceKey, isCounted: true });
}

/** Takes a code that anybody could have asked for. Throws IdentityError for a wrong one; the last wrong one tells nothing more. */
export async function takeFirstCode(
  ports: SignInPorts,
  taken: Response<'FIRST_EMAIL_OTP' | 'SMS_OTP' | 'CUSTOM_CHALLENGE'>['taken'],
  purpose: CodePurpose,
  code: string,
): Promise<void> {
  try {
    await ports.codes.take(taken.sub, purpose, code.trim());
  } catch (error) {
    if (!(error instanceof IdentityError)) throw error;
    if (taken.answersLeft <= 1) throw wrongPassword();
    await ports.challenges.putBack(taken);
    throw error;
  }
}
