import { randomBytes } from 'node:crypto';
import { invalidParameter, notAuthorized, IdentityError, wrongPassword } from '../identity-error.ts';
import type { ClaimedUser } from '../crypto/passwords.ts';
import { isUsablePublicKey } from '../crypto/srp.ts';
import { passwordResetRequired } from '../tokens.ts';
import type { IdentityUser } from '../tables/user.ts';
import { askChallenge, type Response, type SignInAnswer, type SignInPorts } from './answer.ts';
import { askForEmailedCode } from './emailed-code.ts';
import { afterPassword } from './next-challenge.ts';

const SECRET_BLOCK_BYTES = 64;

/** Begins the exchange in which the client proves to know the password without telling it. */
export async function askForProof(
  ports: SignInPorts,
  claimant: ClaimedUser,
  { name, A = '', isCustom }: { name: string; A: string | undefined; isCustom: boolean },
): Promise<SignInAnswer> {
  refuseUnusable(A);
  const { sub, shownSub, user } = claimant;
  const { salt, verifier } = ports.passwords.credentialsOf({ sub: shownSub, user });
  const keys = await ports.srp.createServerKeys(verifier);
  const secretBlock = randomBytes(SECRET_BLOCK_BYTES).toString('base64');
  return askChallenge(
    ports,
    sub,
    { name: 'PASSWORD_VERIFIER', isCustom, A, secretBlock, ...keys },
    {
      USERNAME: user?.username ?? (ports.pool.config.loginMechanisms.includes('username') ? name : shownSub),
      USER_ID_FOR_SRP: shownSub,
      SALT: salt,
      SRP_B: keys.B,
      SECRET_BLOCK: secretBlock,
    },
    { isRight: false },
  );
}

export async function answerProof(
  ports: SignInPorts,
  { taken, responses, metadata }: Response<'PASSWORD_VERIFIER'>,
): Promise<SignInAnswer> {
  const { sub, user, challenge } = taken;
  const { verifier } = ports.passwords.credentialsOf({ sub, user });
  const proof = { A: challenge.A, secretBlock: challenge.secretBlock, ...proofOf(responses) };
  const isRight =
    responses['PASSWORD_CLAIM_SECRET_BLOCK'] === challenge.secretBlock &&
    (await ports.srp.isProven({
      identity: { group: ports.pool.poolName, name: sub },
      keys: challenge,
      verifier,
      proof,
    }));
  const signedIn = await whoMaySignIn(ports, user, isRight);
  const deviceKey = responses['DEVICE_KEY'] ?? null;
  if (challenge.isCustom)
    return askForEmailedCode(ports, { sub, shownSub: sub, user: signedIn }, { metadata, deviceKey, isRight: true });
  return afterPassword(ports, signedIn, { metadata, deviceKey, isCounted: true });
}

/** A sign-in that sends the password itself. */
export async function signInWithPassword(
  ports: SignInPorts,
  claimant: ClaimedUser,
  { password, ...rest }: { password: string; metadata: Record<string, string>; deviceKey: string | null },
): Promise<SignInAnswer> {
  await ports.attempts.count(claimant.sub);
  const isRight = await ports.passwords.matches(claimant, password);
  const user = await whoMaySignIn(ports, claimant.user, isRight);
  return afterPassword(ports, user, { ...rest, isCounted: true });
}

export function refuseUnusable(A: string): void {
  if (!isUsablePublicKey(A)) throw invalidParameter('Invalid SRP_A.');
}

/** What a client sends with its proof. */
export function proofOf(responses: Readonly<Record<string, string>>): { timestamp: string; signature: string } {
  return { timestamp: responses['TIMESTAMP'] ?? '', signature: responses['PASSWORD_CLAIM_SIGNATURE'] ?? '' };
}

/** The states of a user are told to nobody who does not know the password. */
async function whoMaySignIn(
  { attempts }: SignInPorts,
  user: IdentityUser | null,
  isRight: boolean,
): Promise<IdentityUser> {
  const isWithoutPassword = user?.status === 'RESET_REQUIRED' && user.verifier === null;
  if (!user || !(isRight || isWithoutPassword)) throw wrongPassword();
  const refusal = refusalOf(user);
  if (!refusal) return user;
  // A right password is no guess: after a sign-up by a link the client asks every few seconds whether the link was opened.
  if (isRight) await attempts.forgive(user.sub);
  throw refusal;
}

function refusalOf({ isEnabled, status }: IdentityUser): IdentityError | null {
  if (!isEnabled) return notAuthorized('User is disabled.');
  if (status === 'RESET_REQUIRED') return passwordResetRequired();
  return status === 'UNCONFIRMED' ? new IdentityError('UserNotConfirmedException', 'User is not confirmed.') : null;
}
