import { expect, test } from 'vitest';
import { soakJobs } from '../../bench/soak/soak-jobs.ts';

/** A sample of `npm run soak -- jobs`, which kills fifty. */
const KILLS = 2;

test(
  'whatever is killed under load, every file that was promised is there in the end, once and whole',
  { timeout: 300_000 },
  async () => {
    const { faults, promised, outcomes, byName } = await soakJobs({ kills: KILLS, seed: 42 });
    expect(faults).toEqual([]);
    expect(Object.values(byName).reduce((sum, count) => sum + count, 0)).toBe(KILLS);
    expect(promised).toBeGreaterThan(KILLS);
    // The others were cancelled, as `faults` knows. How many were promised until the last kill is up to the machine.
    expect(outcomes['ready']).toBeGreaterThan(0);
  },
);
