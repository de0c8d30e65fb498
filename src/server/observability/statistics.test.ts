import { expect, test } from 'vitest';
import type { OutcomeCount } from '#/model/outcome.ts';
import { createStatistics } from './statistics.ts';

const good: OutcomeCount = { platform: 'youtube', kind: 'resolve', outcome: 'ok', count: 1, bytes: 10 };
const bad: OutcomeCount = { ...good, outcome: 'timeout' };

test('what is counted is written as sums, once', async () => {
  const written: (readonly OutcomeCount[])[] = [];
  const statistics = createStatistics({ write: async (counts) => void written.push(counts), log: () => {} });
  for (const counted of [good, bad, good]) statistics.count(counted);
  await statistics.flush();
  await statistics.flush();
  expect(written).toEqual([[{ ...good, count: 2, bytes: 20 }, bad]]);
  statistics.count(bad);
  await statistics.close();
  expect(written).toHaveLength(2);
  expect(good).toMatchObject({ count: 1, bytes: 10 });
});

test('while the database is away nothing is lost, and that is logged once', async () => {
  const log: string[] = [];
  let isAway = true;
  const written: OutcomeCount[] = [];
  const write = async (counts: readonly OutcomeCount[]) => {
    if (isAway) throw new Error('no connection');
    written.push(...counts);
  };
  const statistics = createStatistics({ write, log: (line) => log.push(line) });
  for (let n = 0; n < 3; n++) {
    statistics.count(good);
    await statistics.flush();
  }
  isAway = false;
  await statistics.flush();
  expect(written).toEqual([{ ...good, count: 3, bytes: 30 }]);
  expect(log).toEqual(['Statistics are kept in memory. no connection']);
  await statistics.close();
});
