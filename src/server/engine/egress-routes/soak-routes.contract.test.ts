import { expect, test } from 'vitest';
import { soakRoutes } from '../../../../bench/soak/soak-routes.ts';
import { localExtractor } from '../fixtures/local-extractor.ts';

/** A sample of `npm run soak -- routes`. */
test('downloads whose ways out die one after the other are neither lost nor mixed', async () => {
  const report = await soakRoutes({ downloads: 40, every: 10, seed: 42, extractor: localExtractor() });
  expect(report.faults).toEqual([]);
  expect(report.whole).toBe(40);
  expect(Object.values(report.deaths).reduce((sum, count) => sum + count, 0)).toBe(4);
  expect(report.moved).toBeGreaterThan(0);
});
