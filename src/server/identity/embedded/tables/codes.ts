import { randomBytes, randomInt, timingSafeEqual } from 'node:crypto';
import type { Store } from '#/server/store/store.ts';
import { type Deliver, type DeliveryPurpose, maskedDestination, type Message } from '../deliver.ts';
import { IdentityError, tooManyAttempts, undeliverable } from '../identity-error.ts';
import type { IdentityLimits } from '../limits.ts';
import { outgoingMessageColumns, outgoingMessageValues, type OutgoingMessages } from './outgoing-messages.ts';
import type { Encrypter } from '../crypto/encrypt.ts';

/** What a code is good for; a user has one of each at most, the newest. */
export type CodePurpose =
  | 'sign-up'
  | 'forgot-password'
  | 'email'
  | 'phone_number'
  | 'SMS_MFA'
  | 'EMAIL_OTP'
  | 'CUSTOM_CHALLENGE'
  /** As the first factor. */
  | 'FIRST_EMAIL_OTP'
  | 'SMS_OTP';

type CodeRequest = {
  sub: string;
  purpose: CodePurpose;
  /** Where it goes, and the attribute that has it. */
  address: Address;
  locale: string | undefined;
  /** Nothing is sent, since nobody is there; all else is done. */
  isPretended?: boolean;
  /** A message that has no code, which is sent in the place of one that is pretended. */
  instead?: Message;
  /** Does not wait for the message to be sent, nor begins with it before the answer: both would tell whether anybody is there. */
  isQuick?: boolean;
  /** Instead of the code, a link that has a long one: to be given the code. */
  link?: (code: string) => string;
};

export type Address = { attribute: 'email' | 'phone_number'; destination: string };

/** As clients are told. */
export type CodeDeliveryDetails = { AttributeName: string; DeliveryMedium: Message['medium']; Destination: string };

export type CodeRepository = {
  /** Whether there is a way for codes to leave at all. */
  can(medium: Message['medium']): boolean;
  /** Sends a new code, which replaces the one before. Throws IdentityError LimitExceededException when there were too many. */
  send(request: CodeRequest): Promise<CodeDeliveryDetails>;
  /** Takes a right code, once, and tells where it had gone. Throws IdentityError for a wrong, late or guessed one. */
  take(sub: string, purpose: CodePurpose, code: string): Promise<string>;
  /** Where the code that is awaited has gone. */
  destinationOf(sub: string, purpose: CodePurpose): Promise<string | null>;
  sweep(): Promise<void>;
};

const MINUTE_S = 60;
const HOUR_S = 60 * MINUTE_S;
const KINDS: Record<CodePurpose, { validS: number; sendsPerHour: number; message: DeliveryPurpose }> = {
  'sign-up': { validS: 24 * HOUR_S, sendsPerHour: 5, message: 'confirm-sign-up' },
  'forgot-password': { validS: HOUR_S, sendsPerHour: 5, message: 'reset-password' },
  email: { validS: 24 * HOUR_S, sendsPerHour: 5, message: 'verify-attribute' },
  phone_number: { validS: 24 * HOUR_S, sendsPerHour: 5, message: 'verify-attribute' },
  SMS_MFA: { validS: 3 * MINUTE_S, sendsPerHour: 10, message: 'sign-in' },
  EMAIL_OTP: { validS: 3 * MINUTE_S, sendsPerHour: 10, message: 'sign-in' },
  CUSTOM_CHALLENGE: { validS: 3 * MINUTE_S, sendsPerHour: 10, message: 'emailed-code' },
  FIRST_EMAIL_OTP: { validS: 3 * MINUTE_S, sendsPerHour: 10, message: 'emailed-code' },
  SMS_OTP: { validS: 3 * MINUTE_S, sendsPerHour: 10, message: 'emailed-code' },
};
const GUESSES = 5;

/** The code and its message are there together, or not at all; a message with the code before has no use any more. */
const SEND = `
  with sent as (
  insert into identity_codes as old (sub, purpose, hash, destination, attempts_left, expires_at, sends, first_sent_at)
  values ($1, $2, $3, $4, ${GUESSES}, $5, 1, $6)
  on conflict (sub, purpose) do update set hash = excluded.hash, destination = excluded.destination,
    attempts_left = excluded.attempts_left, expires_at = excluded.expires_at,
    sends = case when old.first_sent_at < $7 then 1 else old.sends + 1 end,
    first_sent_at = case when old.first_sent_at < $7 then excluded.first_sent_at else old.first_sent_at end
  where old.first_sent_at < $7 or old.sends < $8 returning sends
  ), stale as (
    delete from identity_messages where sub = $1 and purpose = $2 and exists (select from sent)
  ), posted as (
    insert into identity_messages (sub, purpose, id, sealed, due_at, expires_at)
    select $1::uuid, $2::text, ${outgoingMessageColumns(9)} from sent
  ) select sends from sent`;

type Row = { hash: string; destination: string; attemptsLeft: number; expiresAt: Date };
type CodePorts = {
  store: Pick<Store, 'query'>;
  encrypter: Encrypter;
  deliver: Pick<Deliver, 'can'>;
  outgoingMessages: OutgoingMessages;
  limits: Pick<IdentityLimits, 'take'>;
  now: () => number;
};

/** Codes that are sent to somebody. Stored as keyed hashes: six digits would be guessed from any other. */
export function createCodeRepository({
  store: { query },
  encrypter,
  deliver,
  outgoingMessages,
  limits,
  now,
}: CodePorts): CodeRepository {
  const hashOf = (sub: string, purpose: CodePurpose, code: string) =>
    encrypter.keyedHash(`code ${sub} ${purpose} ${code}`);

  const can = (medium: Message['medium']) => deliver.can?.(medium) !== false;

  return {
    can,
    async send({ sub, purpose, address, locale, isPretended = false, instead, isQuick = false, link }) {
      const { attribute, destination } = address;
      const medium = attribute === 'email' ? 'EMAIL' : 'SMS';
      if (!can(medium)) throw undeliverable();
      await limits.take('messages');
      const { validS, sendsPerHour, message: messagePurpose } = KINDS[purpose];
      const code = link ? randomBytes(32).toString('base64url') : String(randomInt(1_000_000)).padStart(6, '0');
      const hash = hashOf(sub, purpose, code).toString('hex');
      const [expiresAt, at, hourAgo] = [now() + validS * 1000, now(), now() - HOUR_S * 1000].map(
        (time) => new Date(time),
      );
      const text = link ? { link: link(code) } : { code };
      const message: Message = {
        medium,
        destination,
        purpose: messagePurpose,
        ...text,
        validS,
        ...(locale !== undefined && { locale }),
      };
      const outgoing = outgoingMessages.prepare(isPretended ? (instead ?? null) : message);
      const values = [
        sub,
        purpose,
        hash,
        destination,
        expiresAt,
        at,
        hourAgo,
        sendsPerHour,
        ...outgoingMessageValues(outgoing),
      ];
      if ((await query(SEND, values)).length === 0) throw tooManyAttempts();
      if (isQuick || isPretended) outgoingMessages.sendSoon(outgoing);
      else await outgoingMessages.sendNow(outgoing);
      return { AttributeName: attribute, DeliveryMedium: medium, Destination: maskedDestination(destination) };
    },
    async take(sub, purpose, code) {
      const [row] = await query<Row>(
        `update identity_codes set attempts_left = greatest(attempts_left - 1, -1) where sub = $1 and purpose = $2
         returning hash, destination, attempts_left as "attemptsLeft", expires_at as "expiresAt"`,
        [sub, purpose],
      );
      if (!row) throw expiredCode();
      if (row.attemptsLeft < 0) throw tooManyAttempts();
      if (!timingSafeEqual(hashOf(sub, purpose, code), Buffer.from(row.hash, 'hex'))) throw mismatch();
      if (row.expiresAt.getTime() <= now()) throw expiredCode();
      const taken = await query(
        'delete from identity_codes where sub = $1 and purpose = $2 and hash = $3 returning sub',
        [sub, purpose, row.hash],
      );
      if (taken.length === 0) throw expiredCode();
      return row.destination;
    },
    async destinationOf(sub, purpose) {
      const [row] = await query<{ destination: string }>(
        'select destination from identity_codes where sub = $1 and purpose = $2 and expires_at > $3',
        [sub, purpose, new Date(now())],
      );
      return row?.destination ?? null;
    },
    async sweep() {
      await query('delete from identity_codes where expires_at < $1', [new Date(now() - HOUR_S * 1000)]);
    },
  };
}

function mismatch(): IdentityError {
  return new IdentityError('CodeMismatchException', 'Invalid verification code provided, please try again.');
}

export function expiredCode(): IdentityError {
  return new IdentityError('ExpiredCodeException', 'Invalid code provided, please request a code again.');
}
