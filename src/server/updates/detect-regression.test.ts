import { expect, test } from 'vitest';
import type { ReadCount } from '#/server/store/tables/extractor-versions.ts';
import { isWorseAt } from './detect-regression.ts';

const youtube: ReadCount = { platform: 'youtube', answered: 1000, failed: 0, lost: 0 };

test.each<[string, Omit<ReadCount, 'platform'>, boolean]>([
  ['two lost reads are chance', { answered: 0, failed: 0, lost: 2 }, false],
  ['three of few are not', { answered: 50, failed: 0, lost: 3 }, true],
  ['three of many are', { answered: 57, failed: 0, lost: 3 }, false],
  ['what fails for both counts against neither', { answered: 0, failed: 500, lost: 0 }, false],
])('%s', (_, counts, isWorse) => {
  const tiktok: ReadCount = { platform: 'tiktok', ...counts };
  // However well the others are read.
  expect(isWorseAt([youtube, tiktok])).toEqual(isWorse ? tiktok : null);
});
