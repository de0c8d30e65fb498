import type { Store } from '#/server/store/store.ts';
import type { Message } from '../deliver.ts';

/** A message that was kept here instead of being sent. */
export type KeptMessage = Pick<Message, 'medium' | 'purpose' | 'destination' | 'code' | 'link'> & {
  subject: string | null;
  text: string;
  createdAt: Date;
};

export type Outbox = {
  keep(message: Omit<KeptMessage, 'createdAt'>): Promise<void>;
  /** Newest first; with `destination`, those to that address or number only. */
  list(destination?: string): Promise<KeptMessage[]>;
  clear(): Promise<void>;
};

const KEPT_MAX = 200;

/** Where messages go while somebody tries an installation. `now` in milliseconds since 1970; rejects with StoreError. */
export function createOutbox({ query }: Pick<Store, 'query'>, now: () => number): Outbox {
  return {
    async keep(message) {
      await query(
        `with older as (
           delete from identity_outbox where id <= (select id from identity_outbox order by id desc offset $1 limit 1)
         ) insert into identity_outbox (message, destination, created_at) values ($2, $3, $4)`,
        [KEPT_MAX - 1, JSON.stringify(message), message.destination, new Date(now())],
      );
    },
    async list(destination) {
      const rows = await query<{ message: Omit<KeptMessage, 'createdAt'>; createdAt: Date }>(
        `select message, created_at as "createdAt" from identity_outbox
         where $1::text is null or destination = $1 order by id desc`,
        [destination ?? null],
      );
      return rows.map(({ message, createdAt }) => ({ ...message, createdAt }));
    },
    async clear() {
      await query('delete from identity_outbox');
    },
  };
}
