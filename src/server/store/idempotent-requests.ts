import { randomUUID } from 'node:crypto';
import type { Store } from './store.ts';

/** A request as its client named it, and what tells whether it is the same one. */
export type NamedRequest = { owner: string; key: string; fingerprint: string };
export type RememberedAnswer = { status: number; body: string };

export type Begun =
  /** Nobody has asked this before: `attempt` is to be finished, or given up. */
  | { kind: 'new'; attempt: string }
  | { kind: 'answered'; answer: RememberedAnswer }
  | { kind: 'in flight' }
  /** The name stands for another request. */
  | { kind: 'mismatch' };

export type IdempotentRequestBook = {
  begin(request: NamedRequest, rememberedS: number): Promise<Begun>;
  finish(request: NamedRequest, attempt: string, answer: RememberedAnswer): Promise<void>;
  /** The same request may be sent again. */
  giveUp(request: NamedRequest, attempt: string): Promise<void>;
};

/** Longer than any answer takes; the server that had begun it is dead. */
const GIVEN_UP_AFTER_S = 300;

const BEGIN = `
  insert into idempotent_requests (owner, key, fingerprint, attempt) values ($1, $2, $3, $4)
  on conflict (owner, key) do update
    set fingerprint = excluded.fingerprint, attempt = excluded.attempt, status = null, body = null, created_at = now()
    where idempotent_requests.created_at < now() - $5::integer * interval '1 second'
      or (idempotent_requests.status is null
        and idempotent_requests.created_at < now() - ${GIVEN_UP_AFTER_S} * interval '1 second')
  returning attempt`;

type Row = { fingerprint: string; status: number | null; body: string | null };

/** Rejects with StoreError. */
export function createIdempotentRequestBook({ query }: Pick<Store, 'query'>): IdempotentRequestBook {
  return {
    async begin({ owner, key, fingerprint }, rememberedS) {
      const attempt = randomUUID();
      const begun = await query(BEGIN, [owner, key, fingerprint, attempt, rememberedS]);
      if (begun.length > 0) return { kind: 'new', attempt };
      const [row] = await query<Row>(
        'select fingerprint, status, body from idempotent_requests where owner = $1 and key = $2',
        [owner, key],
      );
      // Given up in between: whoever asks once more begins anew.
      if (!row) return { kind: 'in flight' };
      if (row.fingerprint !== fingerprint) return { kind: 'mismatch' };
      if (row.status === null) return { kind: 'in flight' };
      return { kind: 'answered', answer: { status: row.status, body: row.body ?? '' } };
    },
    async finish({ owner, key }, attempt, { status, body }) {
      await query(
        'update idempotent_requests set status = $4, body = $5 where owner = $1 and key = $2 and attempt = $3',
        [owner, key, attempt, status, body],
      );
    },
    async giveUp({ owner, key }, attempt) {
      await query('delete from idempotent_requests where owner = $1 and key = $2 and attempt = $3', [
        owner,
        key,
        attempt,
      ]);
    },
  };
}
