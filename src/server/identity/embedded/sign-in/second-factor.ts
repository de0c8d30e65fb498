import type { Address } from '../tables/codes.ts';
import { maskedDestination } from '../deliver.ts';
import { IdentityError, invalidParameter, notAuthorized } from '../identity-error.ts';
import type { PoolSettings } from '../pool.ts';
import { type IdentityUser, SECOND_FACTORS, type SecondFactor, verifiedAddress } from '../tables/user.ts';
import { askChallenge, type Response, type SignInAnswer, type SignInPorts } from './answer.ts';
import { finish, type Passage } from './finish.ts';
import { gainedAliases, takenAddress } from '../tables/attributes.ts';

/** What can be set up in the middle of a sign-in: a number would have to be confirmed first. */
const SET_UP_BY_SIGN_IN = ['SOFTWARE_TOKEN_MFA', 'EMAIL_OTP'] as const;

/** Asks for the second factor, for a choice among several, or to set one up; null: none is needed. */
export async function askForSecondFactor(
  ports: SignInPorts,
  user: IdentityUser,
  passage: Passage,
): Promise<SignInAnswer | null> {
  const { pool } = ports;
  const { deviceKey, isCounted } = passage;
  const factors = factorsOf(pool, user);
  const options = { isRight: isCounted };
  if (factors.length === 0) {
    if (pool.mfa !== 'required') return null;
    const parameters = { MFAS_CAN_SETUP: JSON.stringify(SET_UP_BY_SIGN_IN.filter((one) => allows(pool, one))) };
    return askChallenge(
      ports,
      user.sub,
      { name: 'MFA_SETUP', totpSecret: null, totpStep: null, deviceKey },
      parameters,
      options,
    );
  }
  const [only] = factors.length === 1 ? factors : factors.filter((factor) => factor === user.mfa.preferred);
  if (only !== undefined) return askForCode(ports, user, only, passage);
  const parameters = { MFAS_CAN_CHOOSE: JSON.stringify(factors), USER_ID_FOR_SRP: user.sub };
  return askChallenge(ports, user.sub, { name: 'SELECT_MFA_TYPE', factors, deviceKey }, parameters, options);
}

/** Whether the pool has that second factor. */
export function allows(
  { mfa, secondFactors }: Pick<PoolSettings, 'mfa' | 'secondFactors'>,
  factor: SecondFactor,
): boolean {
  return mfa !== 'off' && secondFactors.includes(factor);
}

/**
 * The user's second factors that work now. Where one is required and none chosen, a phone number that is known serves; so does an e-mail
 * address where there is no app to choose instead.
 */
export function factorsOf(pool: PoolSettings, user: IdentityUser): SecondFactor[] {
  const canBeUsed: Record<SecondFactor, boolean> = {
    SMS_MFA: allows(pool, 'SMS_MFA') && verifiedAddress(user, 'phone_number') !== null,
    SOFTWARE_TOKEN_MFA: allows(pool, 'SOFTWARE_TOKEN_MFA') && user.totpSecret !== null,
    EMAIL_OTP: allows(pool, 'EMAIL_OTP') && verifiedAddress(user, 'email') !== null,
  };
  const chosen = SECOND_FACTORS.filter((factor) => user.mfa.enabled.includes(factor) && canBeUsed[factor]);
  if (chosen.length > 0 || pool.mfa !== 'required') return chosen;
  if (canBeUsed.SMS_MFA) return ['SMS_MFA'];
  return canBeUsed.EMAIL_OTP && !allows(pool, 'SOFTWARE_TOKEN_MFA') ? ['EMAIL_OTP'] : [];
}

/** Sends the code of a factor that has to, and asks for it. */
export async function askForCode(
  ports: SignInPorts,
  user: IdentityUser,
  factor: SecondFactor,
  { deviceKey, metadata, isCounted, newAddress = null }: Passage & { newAddress?: string | null },
): Promise<SignInAnswer> {
  const options = { isRight: isCounted };
  const common = { USER_ID_FOR_SRP: user.sub };
  if (factor === 'SOFTWARE_TOKEN_MFA')
    return askChallenge(ports, user.sub, { name: factor, deviceKey }, common, options);
  const address =
    newAddress === null ? addressOf(user, factor) : { attribute: 'email' as const, destination: newAddress };
  await ports.codes.send({
    sub: user.sub,
    purpose: factor,
    address,
    locale: user.attributes['locale'] ?? metadata['locale'],
  });
  const challenge = factor === 'SMS_MFA' ? { name: factor, deviceKey } : { name: factor, deviceKey, newAddress };
  const parameters = {
    ...common,
    CODE_DELIVERY_DELIVERY_MEDIUM: factor === 'SMS_MFA' ? 'SMS' : 'EMAIL',
    CODE_DELIVERY_DESTINATION: maskedDestination(address.destination),
  };
  return askChallenge(ports, user.sub, challenge, parameters, options);
}

export async function answerChoice(
  ports: SignInPorts,
  { taken, responses, metadata }: Response<'SELECT_MFA_TYPE'>,
): Promise<SignInAnswer> {
  const user = presentUser(taken.user);
  const { factors, deviceKey } = taken.challenge;
  const factor = factors.find((offered) => offered === responses['ANSWER']);
  if (factor === undefined) {
    await ports.challenges.putBack(taken);
    throw invalidParameter('Invalid MFA type.');
  }
  return askForCode(ports, user, factor, { deviceKey, metadata, isCounted: false });
}

type CodeResponse = Response<'SMS_MFA'> | Response<'SOFTWARE_TOKEN_MFA'> | Response<'EMAIL_OTP'>;

/** A wrong code may be followed by a better one, in the same session. */
export async function answerCode(ports: SignInPorts, { taken, responses }: CodeResponse): Promise<SignInAnswer> {
  const user = presentUser(taken.user);
  const { challenge } = taken;
  const code = (responses[`${challenge.name}_CODE`] ?? '').trim();
  // Of a user's sign-ins at the same time, each may set up another address, and only the last one's code is good.
  const newAddress = challenge.name === 'EMAIL_OTP' ? challenge.newAddress : null;
  try {
    if (challenge.name !== 'SOFTWARE_TOKEN_MFA')
      await ports.codes.take(user.sub, challenge.name, code, newAddress ?? undefined);
    else if (!(await ports.totpSecrets.take(user, code))) {
      throw new IdentityError('CodeMismatchException', 'Invalid code received for user');
    }
  } catch (error) {
    await ports.challenges.putBack(taken);
    throw error;
  }
  if (newAddress !== null) await setUpEmail(ports, user, newAddress);
  return finish(ports, user, challenge.deviceKey);
}

async function setUpEmail({ pool, users }: SignInPorts, user: IdentityUser, email: string): Promise<void> {
  const changed = await users.change(user.sub, (current) => {
    const attributes = { ...current.attributes, email, email_verified: 'true' };
    const enabled = [...new Set([...current.mfa.enabled, 'EMAIL_OTP' as const])];
    return { attributes, mfa: { ...current.mfa, enabled }, ...gainedAliases(pool, attributes) };
  });
  if (!changed) throw new IdentityError('AliasExistsException', takenAddress('email'));
}

function addressOf(user: IdentityUser, factor: 'SMS_MFA' | 'EMAIL_OTP'): Address {
  const attribute = factor === 'SMS_MFA' ? 'phone_number' : 'email';
  return { attribute, destination: verifiedAddress(user, attribute) ?? '' };
}

/** Whoever got past the password; deleted or disabled since then, they get no further. */
export function presentUser(user: IdentityUser | null): IdentityUser {
  if (!user) throw new IdentityError('UserNotFoundException', 'User does not exist.');
  if (!user.isEnabled) throw notAuthorized('User is disabled.');
  return user;
}
