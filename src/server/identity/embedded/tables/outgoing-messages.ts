import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import type { Store, StoreTransaction } from '#/server/store/store.ts';
import type { Deliver, Message } from '../deliver.ts';
import type { Encrypter } from '../crypto/encrypt.ts';

/** A message as a row of identity_messages, to be written with the state that it tells of. */
export type OutgoingMessage = { id: string; message: Message | null; sealed: string; dueAt: Date; expiresAt: Date };

/**
 * Messages that survive the process: each is a row before anybody is answered, and the row goes when the message has left, or when it is
 * of no use any more. A process that dies between the two leaves the row to the next, so that a message may be sent twice, though seldom;
 * both then have the same Message-ID.
 */
export type OutgoingMessages = {
  /** null: a message that is only pretended, which costs the same. */
  prepare(message: Message | null): OutgoingMessage;
  /** Writes the row within a transaction. */
  add(tx: StoreTransaction, outgoing: OutgoingMessage): Promise<void>;
  /** Sends what was written. Rejects with IdentityError where it could not be sent, and will not be. */
  sendNow(outgoing: OutgoingMessage): Promise<void>;
  /** Sends what was written, once the answer is on its way; what fails is tried again. */
  sendSoon(outgoing: OutgoingMessage): void;
  /** Sends what is due, which otherwise happens every few seconds. */
  look(): Promise<void>;
  /** Resolves when nothing is being sent any more, or a mail server takes too long. */
  close(): Promise<void>;
};

/** What a mail server is given before another process may try the same message: longer than any but the slowest take. */
const LEASE_MS = 60_000;
/** Nobody waits for less; an empty table costs one read of an index. */
const LOOK_EVERY_MS = 5_000;
const AT_ONCE = 10;
/** So long a process that ends waits for a mail server; what has not left by then is for the next. */
const CLOSE_MS = 5_000;
/** Pauses after failures: 5 s, 10 s, 20 s… */
const PAUSE_MS = 5_000;
const PAUSE_MAX_MS = 5 * 60_000;
/** Of what is valid for longer, or has no end: whoever cannot be reached for a day is not told. */
const LIFE_MAX_S = 24 * 60 * 60;

const CLAIM = `
  update identity_messages set tries = tries + 1, due_at = $2 where id in (
    select id from identity_messages where due_at <= $1 order by due_at limit ${AT_ONCE} for update skip locked
  ) returning id, sealed, tries, expires_at as "expiresAt"`;

type Claimed = Pick<OutgoingMessage, 'id' | 'sealed' | 'expiresAt'> & { tries: number };
/** What is at hand is not unsealed again; `tries` before this one. */
type Attempt = Pick<OutgoingMessage, 'id' | 'sealed' | 'expiresAt'> & { message?: Message | null; tries?: number };
type OutgoingMessagePorts = {
  store: Pick<Store, 'query'>;
  encrypter: Encrypter;
  deliver: Deliver;
  /** Milliseconds since 1970. */
  now: () => number;
  log: (line: string) => void;
};

/** Sends from this process; others that share the database take what it leaves. */
export function createOutgoingMessages({
  store: { query },
  encrypter,
  deliver,
  now,
  log,
}: OutgoingMessagePorts): OutgoingMessages {
  const running = new Set<Promise<void>>();
  let isClosed = false;
  const remove = async (id: string) => void (await query('delete from identity_messages where id = $1', [id]));
  const told = (error: unknown): void => log(`identity: a message was not sent: ${String(error)}`);

  /** Whether it was sent, or never will be. */
  async function isDone({ id, message, sealed, expiresAt }: Attempt): Promise<boolean> {
    if (message === null) return true;
    if (expiresAt.getTime() <= now()) {
      log('identity: a message was given up: it could not be sent while it was of use');
      return true;
    }
    try {
      const opened = message ?? (JSON.parse(encrypter.decrypt(sealed, contextOf(id))) as Message | null);
      if (opened !== null) await deliver({ ...opened, id });
      return true;
    } catch (error) {
      told(error);
      return isForGood(error);
    }
  }
  async function attempt(outgoing: Attempt): Promise<void> {
    const { id, tries = 0 } = outgoing;
    if (await isDone(outgoing)) return remove(id);
    const pauseMs = Math.min(PAUSE_MS * 2 ** Math.min(tries, 20), PAUSE_MAX_MS);
    await query('update identity_messages set due_at = $2 where id = $1', [id, new Date(now() + pauseMs)]);
  }
  const track = (work: Promise<void>): Promise<void> => {
    const tracked = work.catch(told).finally(() => running.delete(tracked));
    running.add(tracked);
    return tracked;
  };

  async function look(): Promise<void> {
    for (;;) {
      const claimed = await query<Claimed>(CLAIM, [new Date(now()), new Date(now() + LEASE_MS)]);
      await Promise.all(claimed.map((outgoing) => track(attempt(outgoing))));
      if (claimed.length < AT_ONCE) return;
    }
  }
  let looking: Promise<void> | null = null;
  let isAway = false;
  const lookOnce = (): void => {
    looking ??= look()
      .then(
        () => void (isAway = false),
        (error: unknown) => {
          if (!isAway) log(`identity: messages that wait were not looked for: ${String(error)}`);
          isAway = true;
        },
      )
      .finally(() => (looking = null));
  };
  const timer = setInterval(lookOnce, LOOK_EVERY_MS).unref();
  lookOnce();

  return {
    look,
    prepare(message) {
      const id = randomUUID();
      const lifeS = Math.min(message?.validS || LIFE_MAX_S, LIFE_MAX_S);
      return {
        id,
        message,
        sealed: encrypter.encrypt(JSON.stringify(message), contextOf(id)),
        dueAt: new Date(now() + LEASE_MS),
        expiresAt: new Date(now() + lifeS * 1000),
      };
    },
    async add(tx, { id, sealed, dueAt, expiresAt }) {
      await tx.execute(
        sql`insert into identity_messages (id, sealed, due_at, expires_at)
          values (${id}, ${sealed}, ${dueAt.toISOString()}, ${expiresAt.toISOString()})`,
      );
    },
    async sendNow({ id, message }) {
      try {
        if (message !== null) await deliver({ ...message, id });
      } finally {
        await track(remove(id));
      }
    },
    sendSoon(outgoing) {
      setImmediate(() => {
        // What was not begun is for the next process.
        if (!isClosed) void track(attempt(outgoing));
      });
    },
    async close() {
      isClosed = true;
      clearInterval(timer);
      const over = sleep(CLOSE_MS, undefined, { ref: false });
      await Promise.race([Promise.all([looking, ...running]), over]);
    },
  };
}

const contextOf = (id: string): string => `message ${id}`;

/** Whether a mail server has said that it will never take this message, or not for this address: 5xx to what it was given. */
function isForGood(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : null;
  if (!(cause instanceof Error) || !('responseCode' in cause) || !('code' in cause)) return false;
  return Number(cause.responseCode) >= 500 && (cause.code === 'EENVELOPE' || cause.code === 'EMESSAGE');
}
