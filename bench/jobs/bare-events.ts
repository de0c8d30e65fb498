import { Client } from 'pg';
import type { Store } from '#/server/store/store.ts';

const CHANNEL = 'bare';

/** NOTIFY as the database has it: one query for each event. */
type BareEvents = { publish: (payload: string) => Promise<unknown>; close: () => Promise<void> };

export async function openBareEvents(
  { connection, query }: Pick<Store, 'connection' | 'query'>,
  receive: (payload: string) => void,
): Promise<BareEvents> {
  const publish: BareEvents['publish'] = (payload) => query('select pg_notify($1, $2)', [CHANNEL, payload]);
  if (!('url' in connection)) {
    const end = await connection.listen(CHANNEL, receive);
    return { publish, close: () => end() };
  }
  const client = new Client({ connectionString: connection.url });
  client.on('notification', ({ payload = '' }) => receive(payload));
  await client.connect();
  await client.query(`listen ${CHANNEL}`);
  return { publish, close: () => client.end() };
}
