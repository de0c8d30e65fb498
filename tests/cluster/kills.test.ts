import { expect, test } from 'vitest';
import { soakJobs } from '../../bench/soak-jobs.ts';

/** A sample of `npm run soak -- jobs`. */
test(
  'whatever is killed under load, every file that was promised is there in the end, once and whole',
  { timeout: 300_000 },
  async () => {
    const { faults, promised, outcomes, byName } = await soakJobs({ kills: 6, seed: 42 });
    expect(faults).toEqual([]);
    expect(Object.values(byName).reduce((sum, count) => sum + count, 0)).toBe(6);
    expect(promised).toBeGreaterThan(5);
    expect(outcomes['ready']).toBeGreaterThan(promised / 2);
  },
);
