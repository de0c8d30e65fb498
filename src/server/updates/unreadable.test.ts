import { expect, test } from 'vitest';
import type { OutcomeCount } from '#/model/outcome.ts';
import { cannotReadSome } from './unreadable.ts';

const counted = (
  outcome: OutcomeCount['outcome'],
  count: number,
  { platform = 'tiktok', kind = 'resolve' }: Partial<OutcomeCount> = {},
): OutcomeCount => ({ platform, kind, outcome, count, bytes: 0 });
const canary = { kind: 'canary' } as const;

test.each<[string, boolean, OutcomeCount[]]>([
  ['nothing was asked', false, []],
  ['some are read and a quarter is not', true, [counted('extractor_broken', 3), counted('ok', 9)]],
  ['most are read', false, [counted('extractor_broken', 3), counted('ok', 10)]],
  ['two are not: that may be chance', false, [counted('extractor_broken', 2)]],
  ['only trial links tell', true, [counted('extractor_broken', 3, canary)]],
  [
    'visitors and trial links tell together',
    true,
    [counted('extractor_broken', 2), counted('extractor_broken', 1, canary)],
  ],
  ['it is private, or not there', false, [counted('extractor_broken', 3), counted('private', 10)]],
  ['who asked was refused, which says nothing', true, [counted('extractor_broken', 3), counted('limit_reached', 90)]],
  ['the platform refuses the server', false, [counted('blocked_ip', 50)]],
  ['another platform is read', true, [counted('extractor_broken', 3), counted('ok', 90, { platform: 'twitter' })]],
  ['files fail, and links are read', false, [counted('extractor_broken', 9, { kind: 'download' }), counted('ok', 9)]],
])('%s: %s', (_, expected, counts) => {
  expect(cannotReadSome(counts)).toBe(expected);
});
