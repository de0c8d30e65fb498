import { randomBytes, randomInt, timingSafeEqual } from 'node:crypto';
import { type SQL, sql } from 'drizzle-orm';
import { PgDialect } from 'drizzle-orm/pg-core';
import type { Store, StoreTransaction } from '#/server/store/store.ts';
import { type Deliver, type DeliveryPurpose, maskedDestination, type Message } from '../deliver.ts';
import { IdentityError, tooManyAttempts, undeliverable } from '../identity-error.ts';
import type { IdentityLimits } from '../limits.ts';
import type { OutgoingMessage, OutgoingMessages } from './outgoing-messages.ts';
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

export type CodeRequest = {
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

/** A new code that is neither written nor sent yet. */
type PreparedCode = {
  written: SQL;
  outgoing: OutgoingMessage;
  isWaitedFor: boolean;
  details: CodeDeliveryDetails;
};

export type CodeRepository = {
  /** Whether there is a way for codes to leave at all. */
  can(medium: Message['medium']): boolean;
  /** Sends a new code, which replaces the one before. Throws IdentityError LimitExceededException when there were too many. */
  send(request: CodeRequest): Promise<CodeDeliveryDetails>;
  /**
   * The same in three steps, for a code that is there together with something else or not at all. Throws IdentityError
   * LimitExceededException when the network has had too many messages.
   */
  prepare(request: CodeRequest): Promise<PreparedCode>;
  /** Writes the code, and its message, within a transaction. Throws the same, which undoes it, when the user has had too many. */
  add(tx: StoreTransaction, prepared: PreparedCode): Promise<void>;
  /** Sends the message of a code that was written. */
  sendAdded(prepared: PreparedCode): Promise<CodeDeliveryDetails>;
  /**
   * Takes a right code, once, and tells where it had gone; `destination`: one that has gone elsewhere is a wrong one. Throws IdentityError for
   * a wrong, late or guessed one.
   */
  take(sub: string, purpose: CodePurpose, code: string, destination?: string): Promise<string>;
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
const DIALECT = new PgDialect();

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

  async function prepare(request: CodeRequest): Promise<PreparedCode> {
    const { sub, purpose, address, locale, isPretended = false, instead, isQuick = false, link } = request;
    const { attribute, destination } = address;
    const medium = attribute === 'email' ? 'EMAIL' : 'SMS';
    if (!can(medium)) throw undeliverable();
    await limits.take('messages');
    const { validS, message: messagePurpose } = KINDS[purpose];
    const code = link ? randomBytes(32).toString('base64url') : String(randomInt(1_000_000)).padStart(6, '0');
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
    const hash = hashOf(sub, purpose, code).toString('hex');
    return {
      written: writing({ sub, purpose, hash, destination, outgoing, now: now() }),
      outgoing,
      isWaitedFor: !isQuick && !isPretended,
      details: { AttributeName: attribute, DeliveryMedium: medium, Destination: maskedDestination(destination) },
    };
  }

  async function sendAdded({ outgoing, isWaitedFor, details }: PreparedCode): Promise<CodeDeliveryDetails> {
    if (isWaitedFor) await outgoingMessages.sendNow(outgoing);
    else outgoingMessages.sendSoon(outgoing);
    return details;
  }

  return {
    can,
    prepare,
    async add(tx, { written }) {
      if ((await tx.execute(written)).rows.length === 0) throw tooManyAttempts();
    },
    sendAdded,
    async send(request) {
      const prepared = await prepare(request);
      const { sql: text, params } = DIALECT.sqlToQuery(prepared.written);
      if ((await query(text, params)).length === 0) throw tooManyAttempts();
      return sendAdded(prepared);
    },
    async take(sub, purpose, code, destination) {
      const [row] = await query<Row>(
        `update identity_codes set attempts_left = greatest(attempts_left - 1, -1) where sub = $1 and purpose = $2
         returning hash, destination, attempts_left as "attemptsLeft", expires_at as "expiresAt"`,
        [sub, purpose],
      );
      if (!row) throw expiredCode();
      if (row.attemptsLeft < 0) throw tooManyAttempts();
      if (!timingSafeEqual(hashOf(sub, purpose, code), Buffer.from(row.hash, 'hex'))) throw mismatch();
      if (destination !== undefined && destination !== row.destination) throw mismatch();
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

type Written = Pick<CodeRequest, 'sub' | 'purpose'> & {
  hash: string;
  destination: string;
  outgoing: OutgoingMessage;
  /** Milliseconds since 1970. */
  now: number;
};

/**
 * SQL that has no row where the user has had too many. The code and its message are there together, or not at all; a message with the code
 * before has no use any more.
 */
function writing({ sub, purpose, hash, destination, outgoing, now }: Written): SQL {
  const { validS, sendsPerHour } = KINDS[purpose];
  const instant = (ms: number) => sql`${new Date(ms).toISOString()}::timestamptz`;
  const hourAgo = instant(now - HOUR_S * 1000);
  return sql`
    with sent as (
      insert into identity_codes as old (sub, purpose, hash, destination, attempts_left, expires_at, sends, first_sent_at)
      values (${sub}, ${purpose}, ${hash}, ${destination}, ${GUESSES}::integer, ${instant(now + validS * 1000)}, 1, ${instant(now)})
      on conflict (sub, purpose) do update set hash = excluded.hash, destination = excluded.destination,
        attempts_left = excluded.attempts_left, expires_at = excluded.expires_at,
        sends = case when old.first_sent_at < ${hourAgo} then 1 else old.sends + 1 end,
        first_sent_at = case when old.first_sent_at < ${hourAgo} then excluded.first_sent_at else old.first_sent_at end
      where old.first_sent_at < ${hourAgo} or old.sends < ${sendsPerHour}::integer returning sends
    ), stale as (
      delete from identity_messages where sub = ${sub}::uuid and purpose = ${purpose}::text and exists (select from sent)
    ), posted as (
      insert into identity_messages (sub, purpose, id, sealed, due_at, expires_at)
      select ${sub}::uuid, ${purpose}::text, ${outgoing.id}::uuid, ${outgoing.sealed}::text, ${instant(outgoing.dueAt.getTime())},
        ${instant(outgoing.expiresAt.getTime())} from sent
    ) select sends from sent`;
}

function mismatch(): IdentityError {
  return new IdentityError('CodeMismatchException', 'Invalid verification code provided, please try again.');
}

export function expiredCode(): IdentityError {
  return new IdentityError('ExpiredCodeException', 'Invalid code provided, please request a code again.');
}
