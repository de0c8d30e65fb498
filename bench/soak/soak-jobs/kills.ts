import { setTimeout as sleep } from 'node:timers/promises';
import type { Chance } from '#/server/transfer/fixtures/chance.ts';
import type { Cluster } from '../../../tests/cluster/cluster.ts';

export type Kills = {
  /** How often each was killed. */
  byName: Record<string, number>;
  /** From the start of a process until it says that it is ready, in ms; the longest. */
  longestStartMs: number;
};

type Target = { name: string; kill: () => Promise<void>; start: () => Promise<void>; isUp: boolean };

/** Longest times until the next kill, and until the dead is started again. */
const NEXT_MS = 5_000;
const DOWN_MS = 3_000;
/** A supervisor starts a node again that found no database. */
const START_ATTEMPTS = 30;
const START_AGAIN_MS = 1_000;

/** Kills (SIGKILL) a web node, a worker or the database at random moments, and starts it again; several may be dead at once. */
export async function killAtRandom(
  { webs, workers, postgres }: Cluster,
  kills: number,
  chance: Chance,
  log: (line: string) => void,
): Promise<Kills> {
  const database: Target = { name: 'PostgreSQL', kill: postgres.kill, start: postgres.start, isUp: true };
  const nodes = [...webs, ...workers].map(({ name, kill, start }): Target => ({ name, kill, start, isUp: true }));
  const targets: [Target, ...Target[]] = [database, ...nodes];
  const result: Kills = { byName: {}, longestStartMs: 0 };
  const starting = new Set<Promise<void>>();

  async function startAgain(target: Target): Promise<void> {
    await sleep(chance.below(DOWN_MS));
    for (let attempt = 1; !target.isUp; attempt++) {
      const startedAt = performance.now();
      try {
        await target.start();
        target.isUp = true;
        result.longestStartMs = Math.max(result.longestStartMs, performance.now() - startedAt);
      } catch (error) {
        if (attempt === START_ATTEMPTS) throw error;
        await sleep(START_AGAIN_MS);
      }
    }
  }

  for (let kill = 1; kill <= kills; kill++) {
    await sleep(chance.below(NEXT_MS));
    const target = chance.pick(targets);
    while (!target.isUp) await sleep(100);
    target.isUp = false;
    await target.kill();
    result.byName[target.name] = (result.byName[target.name] ?? 0) + 1;
    if (kill % 10 === 0) log(`${kill} of ${kills} kills`);
    const started = startAgain(target).finally(() => starting.delete(started));
    starting.add(started);
  }
  await Promise.all(starting);
  return result;
}
