import { maskedDestination } from '../deliver.ts';
import type { ClientMetadata } from '../operations/fields.ts';
import { FIRST_CHALLENGES, type FirstChallenge } from '../first-factors.ts';
import { invalidParameter, wrongPassword } from '../identity-error.ts';
import type { ClaimedUser } from '../crypto/passwords.ts';
import type { PoolSettings } from '../pool.ts';
import { type IdentityUser, verifiedAddress } from '../tables/user.ts';
import { askChallenge, type Response, type SignInAnswer, type SignInPorts } from './answer.ts';
import { takeFirstCode } from './emailed-code.ts';
import { afterPassword } from './next-challenge.ts';
import { askForProof, signInWithPassword } from './password.ts';
import { factorsOf } from './second-factor.ts';

/** What was said with the choice: `PASSWORD`, `SRP_A`. */
type Given = Readonly<Record<string, string | undefined>>;
type Choosing = { name: string; metadata: ClientMetadata; deviceKey: string | null };
type CodeFactor = Exclude<FirstChallenge, 'PASSWORD' | 'PASSWORD_SRP'>;

const CODES = {
  EMAIL_OTP: { attribute: 'email', medium: 'EMAIL', purpose: 'FIRST_EMAIL_OTP' },
  SMS_OTP: { attribute: 'phone_number', medium: 'SMS', purpose: 'SMS_OTP' },
} as const satisfies Record<CodeFactor, object>;

/** Begins a sign-in by choice: with what the client prefers where that is offered, and otherwise by asking which it shall be. */
export async function askForFirstFactor(
  ports: SignInPorts,
  claimant: ClaimedUser,
  { preferred, given, ...choosing }: Choosing & { preferred: string | undefined; given: Given },
): Promise<SignInAnswer> {
  const offered = offeredTo(ports, claimant.user);
  const chosen = offered.find((factor) => factor === preferred);
  if (chosen) return beginWith(ports, claimant, chosen, { ...choosing, given });
  const { name, deviceKey } = choosing;
  const challenge = { name: 'SELECT_CHALLENGE', offered, username: name, deviceKey } as const;
  return {
    ...(await askChallenge(ports, claimant.sub, challenge, {}, { isRight: false })),
    AvailableChallenges: offered,
  };
}

/** A choice that cannot be taken may be followed by a better one; a wrong password ends the session. */
export async function answerFirstFactor(
  ports: SignInPorts,
  { taken, responses, metadata }: Response<'SELECT_CHALLENGE'>,
): Promise<SignInAnswer> {
  const { user, challenge } = taken;
  const { offered, username: name } = challenge;
  const chosen = offered.find((factor) => factor === responses['ANSWER']);
  try {
    if (chosen === undefined) throw invalidParameter('Invalid challenge selected.');
    refuseIncomplete(chosen, responses);
  } catch (error) {
    await ports.challenges.putBack(taken);
    throw error;
  }
  const deviceKey = responses['DEVICE_KEY'] ?? challenge.deviceKey;
  const claimant = ports.passwords.claimantOf(name, user);
  return beginWith(ports, claimant, chosen, { name, metadata, deviceKey, given: responses });
}

/** A wrong code may be followed by two better ones, in the same session. */
export async function answerFirstCode(
  ports: SignInPorts,
  { taken, responses, metadata }: Response<'FIRST_EMAIL_OTP'> | Response<'SMS_OTP'>,
): Promise<SignInAnswer> {
  const { user, challenge } = taken;
  const { name: purpose } = challenge;
  const code = responses[purpose === 'SMS_OTP' ? 'SMS_OTP_CODE' : 'EMAIL_OTP_CODE'] ?? '';
  await takeFirstCode(ports, taken, purpose, code);
  // Whoever was sent one may have been disabled since then.
  if (!user?.isEnabled || user.status !== 'CONFIRMED') throw wrongPassword();
  const deviceKey = responses['DEVICE_KEY'] ?? challenge.deviceKey;
  return afterPassword(ports, user, { metadata, deviceKey, isCounted: true });
}

/**
 * What may be chosen. Where it is no stranger's business who has an account it is the same for every name; a code is then only pretended
 * to be sent to whom none can be.
 */
function offeredTo({ pool, codes }: SignInPorts, user: IdentityUser | null): FirstChallenge[] {
  return FIRST_CHALLENGES.filter((challenge) => {
    if (challenge === 'PASSWORD' || challenge === 'PASSWORD_SRP') return pool.firstFactors.includes('PASSWORD');
    // One factor is not two: as with Amazon Cognito, a code is no way in where a second one is required.
    if (!pool.firstFactors.includes(challenge) || pool.mfa === 'required') return false;
    const { attribute, medium } = CODES[challenge];
    return codes.can(medium) && (pool.hidesUsers || reachedAt(pool, user, attribute) !== null);
  });
}

/** Where a code goes that lets the user in by itself; null: none does. Who has a second factor signs in with the password. */
function reachedAt(pool: PoolSettings, user: IdentityUser | null, attribute: 'email' | 'phone_number'): string | null {
  const isExpected = user?.status === 'CONFIRMED' && user.isEnabled && factorsOf(pool, user).length === 0;
  return isExpected ? verifiedAddress(user, attribute) : null;
}

async function beginWith(
  ports: SignInPorts,
  claimant: ClaimedUser,
  chosen: FirstChallenge,
  { given, ...choosing }: Choosing & { given: Given },
): Promise<SignInAnswer> {
  refuseIncomplete(chosen, given);
  const { name, ...rest } = choosing;
  if (chosen === 'PASSWORD') return signInWithPassword(ports, claimant, { password: given['PASSWORD'] ?? '', ...rest });
  if (chosen === 'PASSWORD_SRP') return askForProof(ports, claimant, { name, A: given['SRP_A'], isCustom: false });
  return askForFirstCode(ports, claimant, chosen, choosing);
}

function refuseIncomplete(chosen: FirstChallenge, given: Given): void {
  const needed = { PASSWORD: 'PASSWORD', PASSWORD_SRP: 'SRP_A', EMAIL_OTP: null, SMS_OTP: null }[chosen];
  if (needed !== null && !given[needed]) throw invalidParameter(`Missing required parameter ${needed}`);
}

async function askForFirstCode(
  ports: SignInPorts,
  { sub, user }: ClaimedUser,
  factor: CodeFactor,
  { name, metadata, deviceKey }: Choosing,
): Promise<SignInAnswer> {
  const { attribute, medium, purpose } = CODES[factor];
  const reached = reachedAt(ports.pool, user, attribute);
  const destination = reached ?? ports.passwords.supposedAddress(name, attribute).destination;
  await ports.codes.send({
    sub,
    purpose,
    address: { attribute, destination },
    locale: user?.attributes['locale'] ?? metadata['locale'],
    isPretended: reached === null,
    isQuick: true,
  });
  const parameters = {
    CODE_DELIVERY_DELIVERY_MEDIUM: medium,
    CODE_DELIVERY_DESTINATION: maskedDestination(destination),
  };
  return askChallenge(ports, sub, { name: purpose, deviceKey }, parameters, { isRight: false });
}
