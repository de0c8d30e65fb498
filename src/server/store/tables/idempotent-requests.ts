import { randomUUID } from 'node:crypto';
import type { Store } from '../store.ts';

/** A request as its client named it, and what tells whether it is the same one. */
export type NamedRequest = { owner: string; key: string; fingerprint: string };
export type RememberedAnswer = { status: number; body: string };

type Begun =
  /** Nobody has asked this before: `attempt` is to be finished, or given up. */
  | { kind: 'new'; attempt: string }
  | { kind: 'answered'; answer: RememberedAnswer }
  /** By whom; null: it was given up just now. */
  | { kind: 'in flight'; attempt: string | null }
  /** The name stands for another request. */
  | { kind: 'mismatch' };

export type IdempotentRequestRepository = {
  /** `attempt`: a UUID of whoever is about it, where that has one already; who begins it again under the same goes on with it. */
  begin(request: NamedRequest, rememberedS: number, attempt?: string): Promise<Begun>;
  /** How a request stands, without beginning it. null: who begins it now is the first. */
  find(request: NamedRequest, rememberedS: number): Promise<Exclude<Begun, { kind: 'new' }> | null>;
  finish(request: NamedRequest, attempt: string, answer: RememberedAnswer): Promise<void>;
  /** The same request may be sent again. */
  giveUp(request: NamedRequest, attempt: string): Promise<void>;
  /** Says no more of what is under way that it is. */
  close(): void;
};

/** How often a server says of what it is about that it still is, and after how long without that it is dead. */
const RENEW_MS = 2_000;
const DEAD_AFTER_S = 10;

/** Of `$n`, the seconds an answer is remembered: the request counts no more. */
const isOver = (n: number): string => `(idempotent_requests.created_at < now() - $${n}::integer * interval '1 second'
      or (idempotent_requests.status is null
        and idempotent_requests.created_at < now() - ${DEAD_AFTER_S} * interval '1 second'))`;

const BEGIN = `
  insert into idempotent_requests (owner, key, fingerprint, attempt) values ($1, $2, $3, $4)
  on conflict (owner, key) do update
    set fingerprint = excluded.fingerprint, attempt = excluded.attempt, status = null, body = null, created_at = now()
    where ${isOver(5)}
  returning attempt`;

type Row = { attempt: string; fingerprint: string; status: number | null; body: string | null };
const ROW = 'select attempt, fingerprint, status, body from idempotent_requests where owner = $1 and key = $2';

/** Until it is answered, `created_at` is when its server was last known to be about it. */
const RENEW = `update idempotent_requests set created_at = now() where (owner, key) in (
  select owner, key from idempotent_requests where attempt = any($1) and status is null order by owner, key for update
)`;

/**
 * Rejects with StoreError. What a server has begun and not ended when it dies can be asked again within ten seconds, and at once where the
 * database is embedded: whoever opens it is alone.
 */
export function createIdempotentRequestRepository(
  { query, isEmbedded }: Pick<Store, 'query' | 'isEmbedded'>,
  { renewMs = RENEW_MS } = {},
): IdempotentRequestRepository {
  const underWay = new Set<string>();
  // A database that is away hears it the next time; longer than that, nobody else can ask it either.
  const renew = () => void (underWay.size > 0 && query(RENEW, [[...underWay]]).catch(() => {}));
  const timer = setInterval(renew, renewMs).unref();
  let forgotten: Promise<unknown> | null = null;
  const forgetDead = async (): Promise<void> => {
    if (!isEmbedded) return;
    forgotten ??= query('delete from idempotent_requests where status is null');
    // One that fails is tried again by the next.
    await forgotten.catch((error: unknown) => {
      forgotten = null;
      throw error;
    });
  };

  return {
    async begin({ owner, key, fingerprint }, rememberedS, attempt = randomUUID()) {
      await forgetDead();
      const begun = await query(BEGIN, [owner, key, fingerprint, attempt, rememberedS]);
      if (begun.length > 0) {
        underWay.add(attempt);
        return { kind: 'new', attempt };
      }
      const [row] = await query<Row>(ROW, [owner, key]);
      // Given up in between: whoever asks once more begins anew.
      if (!row) return { kind: 'in flight', attempt: null };
      const found = standing(row, fingerprint);
      if (found.kind === 'in flight' && found.attempt === attempt) underWay.add(attempt);
      return found;
    },
    async find({ owner, key, fingerprint }, rememberedS) {
      await forgetDead();
      const [row] = await query<Row>(`${ROW} and not ${isOver(3)}`, [owner, key, rememberedS]);
      return row ? standing(row, fingerprint) : null;
    },
    async finish({ owner, key }, attempt, { status, body }) {
      underWay.delete(attempt);
      await query(
        'update idempotent_requests set status = $4, body = $5 where owner = $1 and key = $2 and attempt = $3',
        [owner, key, attempt, status, body],
      );
    },
    async giveUp({ owner, key }, attempt) {
      underWay.delete(attempt);
      await query('delete from idempotent_requests where owner = $1 and key = $2 and attempt = $3', [
        owner,
        key,
        attempt,
      ]);
    },
    close: () => clearInterval(timer),
  };
}

function standing({ attempt, fingerprint, status, body }: Row, asked: string): Exclude<Begun, { kind: 'new' }> {
  if (fingerprint !== asked) return { kind: 'mismatch' };
  if (status === null) return { kind: 'in flight', attempt };
  return { kind: 'answered', answer: { status, body: body ?? '' } };
}
