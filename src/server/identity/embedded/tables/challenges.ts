import { createHash, randomBytes } from 'node:crypto';
import type { Store } from '#/server/store/store.ts';
import { attemptsExceeded, countingSql, FORGIVING_SQL, type GuessKind, networkSource } from './attempts.ts';
import { currentCaller } from '../caller.ts';
import type { FirstChallenge } from '../first-factors.ts';
import { notAuthorized } from '../identity-error.ts';
import type { Encrypter } from '../crypto/encrypt.ts';
import type { SrpServerKeys } from '../crypto/srp.ts';
import { type IdentityUser, type SecondFactor, USER_COLUMNS } from './user.ts';

type SrpExchange = SrpServerKeys & { A: string; secretBlock: string };
/** A device that the user has and this browser claims to be. */
type OnDevice = { deviceKey: string | null };

/** What a sign-in that is under way waits for, and remembers until then. */
export type Challenge =
  /** The first factor is to be chosen among those; `username` is what was given as one. */
  | ({ name: 'SELECT_CHALLENGE'; offered: readonly FirstChallenge[]; username: string } & OnDevice)
  /** A code as the first factor; the one by e-mail is called EMAIL_OTP on the wire, like that of the second. */
  | ({ name: 'FIRST_EMAIL_OTP' } & OnDevice)
  | ({ name: 'SMS_OTP' } & OnDevice)
  | ({ name: 'PASSWORD_VERIFIER'; isCustom: boolean } & SrpExchange)
  | ({ name: 'CUSTOM_CHALLENGE' } & OnDevice)
  | ({ name: 'NEW_PASSWORD_REQUIRED' } & OnDevice)
  | ({ name: 'SELECT_MFA_TYPE'; factors: readonly SecondFactor[] } & OnDevice)
  | ({ name: 'SMS_MFA' } & OnDevice)
  | ({ name: 'SOFTWARE_TOKEN_MFA' } & OnDevice)
  /** `newAddress`: this one is the second factor from now on. */
  | ({ name: 'EMAIL_OTP'; newAddress: string | null } & OnDevice)
  /** The secret offered for an authenticator app, and whether a code of it was seen. */
  | ({ name: 'MFA_SETUP'; totpSecret: string | null; totpStep: number | null } & OnDevice)
  | { name: 'DEVICE_SRP_AUTH'; deviceKey: string }
  | ({ name: 'DEVICE_PASSWORD_VERIFIER'; deviceKey: string } & SrpExchange);
export type ChallengeName = Challenge['name'];
/** As clients know it. */
export type WireName = Exclude<ChallengeName, 'FIRST_EMAIL_OTP'>;
type Named<Name extends ChallengeName> = Extract<Challenge, { name: Name }>;

/** One that was taken to be answered, which nobody can take again unless it is put back. */
type TakenChallenge = {
  id: string;
  sub: string;
  /** null: nobody has the name that was given, or the user was deleted meanwhile. */
  user: IdentityUser | null;
  challenge: Challenge;
  answersLeft: number;
  expiresAt: Date;
};
export type Taken<Name extends ChallengeName> = TakenChallenge & { challenge: Named<Name> };

export type ChallengeRepository = {
  /** The session text for the client. `isRight`: the answer before was right, and is not counted as a guess any more. */
  open(sub: string, challenge: Challenge, options?: { isRight?: boolean }): Promise<string>;
  /** Throws IdentityError where the session is unknown, used or too old, or where the user is locked. */
  take<Name extends ChallengeName>(session: string, name: Name): Promise<Taken<Name>>;
  /** After a wrong answer; the last one ends the session. */
  putBack(taken: TakenChallenge): Promise<void>;
  sweep(): Promise<void>;
};

/** Amazon Cognito's default. */
const VALID_S = 3 * 60;

/** How often it may be answered; those that guess at a secret are counted by who guesses as well (attempts.ts). */
const ANSWERS: Record<ChallengeName, { most: number; guessAt: GuessKind | null }> = {
  SELECT_CHALLENGE: { most: 3, guessAt: null },
  // Anybody can ask for them, as for a password.
  FIRST_EMAIL_OTP: { most: 3, guessAt: 'password' },
  SMS_OTP: { most: 3, guessAt: 'password' },
  PASSWORD_VERIFIER: { most: 1, guessAt: 'password' },
  // Anybody can ask for it, as for a password.
  CUSTOM_CHALLENGE: { most: 3, guessAt: 'password' },
  NEW_PASSWORD_REQUIRED: { most: 10, guessAt: null },
  SELECT_MFA_TYPE: { most: 3, guessAt: null },
  SMS_MFA: { most: 5, guessAt: 'code' },
  SOFTWARE_TOKEN_MFA: { most: 5, guessAt: 'code' },
  EMAIL_OTP: { most: 5, guessAt: 'code' },
  MFA_SETUP: { most: 10, guessAt: null },
  DEVICE_SRP_AUTH: { most: 1, guessAt: null },
  DEVICE_PASSWORD_VERIFIER: { most: 1, guessAt: 'password' },
};

/** Of sessions that wait for a code as the first factor; the rest of a session has no dot. */
const FIRST_MARK = 'first.';

/** What a client calls a challenge. */
export const wireNameOf = (name: ChallengeName): WireName => (name === 'FIRST_EMAIL_OTP' ? 'EMAIL_OTP' : name);

export function isWireName(name: string): name is WireName {
  return name !== 'FIRST_EMAIL_OTP' && Object.hasOwn(ANSWERS, name);
}

/** Which challenge of a session a client means. */
export function nameBehind(name: WireName, session: string): ChallengeName {
  return name === 'EMAIL_OTP' && session.startsWith(FIRST_MARK) ? 'FIRST_EMAIL_OTP' : name;
}

const USED = `
  used as (
    delete from identity_challenges where id = $1 and name = $2 returning sub, state, answers_left, expires_at, device_key
  )`;
const columns = (countedBy: string): string => `
  select used.sub as "claimedSub", used.state, used.answers_left as "answersLeft", used.expires_at as "expiresAt",
    ${countedBy} as "countedBy", ${USER_COLUMNS}
  from used left join identity_users u on u.sub = used.sub`;
/** A guess is counted for the device that the caller claims to be now, or that the challenge was opened for. */
const takeGuess = (kind: GuessKind): string => `
  with ${USED}, ${countingSql('select sub, coalesce($5::text, device_key) as device_key from used', {
    at: '$3::timestamptz',
    network: '$4::text',
    kind,
  })} ${columns('array(select source from by_whom)')}`;
const TAKES: Record<GuessKind, string> = { password: takeGuess('password'), code: takeGuess('code') };
const TAKE = `with ${USED} ${columns(`'{}'::text[]`)}`;

const OPEN = `
  with forgiven as (${FORGIVING_SQL} where sub = $3 and source = any($7::text[]))
  insert into identity_challenges (id, name, sub, state, answers_left, expires_at, device_key)
  values ($1, $2, $3, $4, $5, $6, $8)`;

type Row = { claimedSub: string; state: string; answersLeft: number; expiresAt: Date; countedBy: string[] } & Omit<
  IdentityUser,
  'sub'
> & { sub: string | null };

/** The challenges' table; each call is one statement. Their state is sealed: it has halves of exchanges and TOTP secrets. */
export function createChallengeRepository(
  { query }: Pick<Store, 'query'>,
  encrypter: Encrypter,
  now: () => number,
): ChallengeRepository {
  const write = async (
    id: string,
    sub: string,
    challenge: Challenge,
    answersLeft: number,
    expiresAt: Date,
    isRight: boolean,
  ) => {
    const state = encrypter.encrypt(JSON.stringify(challenge), `challenge ${id}`);
    const forgiven = isRight ? currentCaller().counted : [];
    const deviceKey = 'deviceKey' in challenge ? challenge.deviceKey : null;
    await query(OPEN, [id, challenge.name, sub, state, answersLeft, expiresAt, forgiven, deviceKey]);
  };
  return {
    async open(sub, challenge, { isRight = false } = {}) {
      const mark = challenge.name === 'FIRST_EMAIL_OTP' ? FIRST_MARK : '';
      const session = `${mark}${randomBytes(32).toString('base64url')}`;
      await write(
        idOf(session),
        sub,
        challenge,
        ANSWERS[challenge.name].most,
        new Date(now() + VALID_S * 1000),
        isRight,
      );
      return session;
    },
    async take<Name extends ChallengeName>(session: string, name: Name) {
      const id = idOf(session);
      const { guessAt } = ANSWERS[name];
      const caller = currentCaller();
      const guess = [new Date(now()), networkSource(), caller.deviceKey];
      const [row] = await query<Row>(
        guessAt === null ? TAKE : TAKES[guessAt],
        guessAt === null ? [id, name] : [id, name, ...guess],
      );
      if (!row) throw notAuthorized('Invalid session for the user.');
      const { claimedSub, state, answersLeft, expiresAt, countedBy, sub, ...user } = row;
      if (expiresAt.getTime() <= now()) throw notAuthorized('Invalid session for the user, session is expired.');
      if (guessAt !== null && countedBy.length === 0) throw attemptsExceeded();
      caller.counted = countedBy;
      const challenge = JSON.parse(encrypter.decrypt(state, `challenge ${id}`)) as Named<Name>;
      return { id, sub: claimedSub, user: sub === null ? null : { sub, ...user }, challenge, answersLeft, expiresAt };
    },
    async putBack({ id, sub, challenge, answersLeft, expiresAt }) {
      if (answersLeft > 1) await write(id, sub, challenge, answersLeft - 1, expiresAt, false);
    },
    async sweep() {
      await query('delete from identity_challenges where expires_at < $1', [new Date(now())]);
    },
  };
}

function idOf(session: string): string {
  return createHash('sha256').update(session).digest('base64url');
}
