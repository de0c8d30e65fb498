import { expect, test } from 'vitest';
import { soakTransfer } from '../../../bench/soak.ts';

/** A sample of `npm run soak -- transfer`. */
test('downloads through an upstream that errs end whole or as a clear failure, and leave nothing', async () => {
  const { verdicts, faults, descriptors } = await soakTransfer({ downloads: 300, seed: 42 });
  expect(faults).toEqual([]);
  expect(Object.values(verdicts).reduce((sum, count) => sum + count, 0)).toBe(300);
  expect(verdicts['whole']).toBeGreaterThan(240);
  expect(descriptors.after).toBeLessThanOrEqual(descriptors.before);
});
