import { ask, startChild } from '../children.ts';
import { type Row, row } from '../table.ts';
import type { BenchDatabase } from './databases.ts';
import type { FullQueueFigures } from './full-queue-server.ts';

const MEGABYTE = 1e6;

/**
 * What 20,000 orders that a full queue refuses leave in memory: a new server's before and after. How many it refuses a second, beside
 * the least that a database can be asked.
 */
export async function measureFullQueue({ name, createTarget }: BenchDatabase): Promise<Row[]> {
  const server = await startChild('jobs/full-queue-server.ts', { target: await createTarget() });
  try {
    const { before, after, refusalsPerS, selectsPerS } = await ask<FullQueueFigures>(server, '/');
    return [
      row(
        `${name} full queue`,
        'memory MB after vs before',
        after.residentBytes / MEGABYTE,
        before.residentBytes / MEGABYTE,
      ),
      row(`${name} full queue`, 'refusals/s vs select 1', refusalsPerS, selectsPerS),
    ];
  } finally {
    await server.close();
  }
}
