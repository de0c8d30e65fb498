import { fromPglite, PgBoss } from 'pg-boss';
import type { Store } from '#/server/store/store.ts';

/** The queue library alone, on the same database and as fast as it can be told to be: a job is a row, and does nothing. */
type BareQueue = { send: () => Promise<void>; close: () => Promise<void> };

const QUEUE = 'bare';
const SCHEMA = 'bare';
const POLLING_S = 1;

export async function openBareQueue(
  { connection }: Pick<Store, 'connection'>,
  { workers, onBegin }: { workers: number; onBegin: () => void },
): Promise<BareQueue> {
  const place =
    'url' in connection
      ? { connectionString: connection.url, max: 4 }
      : { db: fromPglite(connection), backend: 'pglite' as const, monitorVacuum: false, reindex: false };
  const boss = new PgBoss({ ...place, schema: SCHEMA, useListenNotify: true });
  boss.on('error', (error) => console.error(error.message));
  await boss.start();
  await boss.createQueue(QUEUE, { notify: true });
  const polling = { pollingIntervalSeconds: POLLING_S, notifyPollingIntervalSeconds: POLLING_S };
  for (let n = 0; n < workers; n++) {
    const id: string = await boss.work(QUEUE, { batchSize: 1, ...polling }, async () => {
      onBegin();
      boss.notifyWorker(id);
    });
  }
  return {
    send: async () => void (await boss.send(QUEUE)),
    close: () => boss.stop({ graceful: false }),
  };
}
