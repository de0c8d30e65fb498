import { createHash, randomBytes } from 'node:crypto';
import type { Store } from '#/server/store/store.ts';
import { attemptsExceeded, countingSql, FORGIVING_SQL } from './attempts.ts';
import { notAuthorized } from './identity-error.ts';
import type { Sealer } from './sealer.ts';
import type { SrpServerKeys } from './srp.ts';
import { type IdentityUser, type SecondFactor, USER_COLUMNS } from './user.ts';

type SrpExchange = SrpServerKeys & { A: string; secretBlock: string };
/** A device that the user has and this browser claims to be. */
type OnDevice = { deviceKey: string | null };

/** What a sign-in that is under way waits for, and remembers until then. */
export type Challenge =
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
type Named<Name extends ChallengeName> = Extract<Challenge, { name: Name }>;

/** One that was taken to be answered, which nobody can take again unless it is put back. */
export type TakenChallenge = {
  id: string;
  sub: string;
  /** null: nobody has the name that was given, or the user was deleted meanwhile. */
  user: IdentityUser | null;
  challenge: Challenge;
  answersLeft: number;
  expiresAt: Date;
};
export type Taken<Name extends ChallengeName> = TakenChallenge & { challenge: Named<Name> };

export type ChallengeBook = {
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

/** How often it may be answered; those that guess at a secret are counted against the user as well. */
const ANSWERS: Record<ChallengeName, { most: number; isGuess: boolean }> = {
  PASSWORD_VERIFIER: { most: 1, isGuess: true },
  CUSTOM_CHALLENGE: { most: 3, isGuess: true },
  NEW_PASSWORD_REQUIRED: { most: 10, isGuess: false },
  SELECT_MFA_TYPE: { most: 3, isGuess: false },
  SMS_MFA: { most: 5, isGuess: true },
  SOFTWARE_TOKEN_MFA: { most: 5, isGuess: true },
  EMAIL_OTP: { most: 5, isGuess: true },
  MFA_SETUP: { most: 10, isGuess: false },
  DEVICE_SRP_AUTH: { most: 1, isGuess: false },
  DEVICE_PASSWORD_VERIFIER: { most: 1, isGuess: true },
};

const TAKE = `
  with used as (
    delete from identity_challenges where id = $1 and name = $2 returning sub, state, answers_left, expires_at
  ), counted as (${countingSql('select sub, 1, $3::timestamptz from used where $4::boolean')})
  select used.sub as "claimedSub", used.state, used.answers_left as "answersLeft", used.expires_at as "expiresAt",
    exists (select from counted) as "isCounted", ${USER_COLUMNS}
  from used left join identity_users u on u.sub = used.sub`;

const OPEN = `
  with forgiven as (${FORGIVING_SQL} where sub = $3 and $7::boolean)
  insert into identity_challenges (id, name, sub, state, answers_left, expires_at) values ($1, $2, $3, $4, $5, $6)`;

type Row = { claimedSub: string; state: string; answersLeft: number; expiresAt: Date; isCounted: boolean } & Omit<
  IdentityUser,
  'sub'
> & { sub: string | null };

/** The challenges' table; each call is one statement. Their state is sealed: it has halves of exchanges and TOTP secrets. */
export function createChallengeBook({ query }: Pick<Store, 'query'>, sealer: Sealer, now: () => number): ChallengeBook {
  const write = async (
    id: string,
    sub: string,
    challenge: Challenge,
    answersLeft: number,
    expiresAt: Date,
    isRight: boolean,
  ) => {
    const state = sealer.seal(JSON.stringify(challenge), `challenge ${id}`);
    await query(OPEN, [id, challenge.name, sub, state, answersLeft, expiresAt, isRight]);
  };
  return {
    async open(sub, challenge, { isRight = false } = {}) {
      const session = randomBytes(32).toString('base64url');
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
      const { isGuess } = ANSWERS[name];
      const [row] = await query<Row>(TAKE, [id, name, new Date(now()), isGuess]);
      if (!row) throw notAuthorized('Invalid session for the user.');
      const { claimedSub, state, answersLeft, expiresAt, isCounted, sub, ...user } = row;
      if (expiresAt.getTime() <= now()) throw notAuthorized('Invalid session for the user, session is expired.');
      if (isGuess && !isCounted) throw attemptsExceeded();
      const challenge = JSON.parse(sealer.unseal(state, `challenge ${id}`)) as Named<Name>;
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
