import { startDatabases } from './jobs/databases.ts';
import { measureEvents } from './jobs/events.ts';
import { measureFullQueue } from './jobs/full-queue.ts';
import { measureSse } from './jobs/sse.ts';
import { measureStart } from './jobs/start.ts';
import { measureThroughput } from './jobs/throughput.ts';
import type { Row } from './table.ts';

/**
 * The queue, its events and those who follow them, on the embedded database and on a PostgreSQL, both of which wait for the disk at
 * each commit, as in production. Beside each figure what the parts it is made of give by themselves, on the same database.
 */
export async function jobs(): Promise<Row[]> {
  const databases = await startDatabases();
  try {
    const rows: Row[] = [];
    for (const measure of [measureStart, measureThroughput, measureEvents, measureSse, measureFullQueue]) {
      for (const database of databases.kinds) rows.push(...(await measure(database)));
    }
    return rows;
  } finally {
    await databases.close();
  }
}
