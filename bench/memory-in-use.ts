import { setTimeout as sleep } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as (how: {
  type: 'major';
  execution: 'sync';
  flavor: 'last-resort';
}) => void;

/** Several: what a collection frees is given back to the system by the next. */
const COLLECTIONS = 4;
const PAUSE_MS = 100;

export type MemoryInUse = { residentBytes: number };

/** Resident memory of this process, after as much as can be was collected. */
export async function memoryInUse(): Promise<MemoryInUse> {
  for (let n = 0; n < COLLECTIONS; n++) {
    collectGarbage({ type: 'major', execution: 'sync', flavor: 'last-resort' });
    await sleep(PAUSE_MS);
  }
  return { residentBytes: process.memoryUsage.rss() };
}
