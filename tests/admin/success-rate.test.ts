import { expect, test } from 'vitest';
import { hoursOf, successShare } from '#/admin/overview/hours.ts';
import { rateOf, spansOf, totalOf } from '#/admin/platforms/rates/spans.ts';
import { FAILURE_CODES } from '#/model/failure-codes.ts';
import type { Outcome } from '#/model/outcome.ts';
import { ratesOf } from '#/server/http/admin/statistics.ts';

const SINCE = new Date('2026-11-21T10:00:00.000Z');
const OUTCOMES: readonly Outcome[] = ['ok', ...FAILURE_CODES];
const KINDS = ['resolve', 'canary', 'download'] as const;

/** As many of each as tell it from all others. */
const COUNTED = OUTCOMES.flatMap((outcome, at) =>
  KINDS.map((kind) => ({ startsAt: SINCE, platform: 'tiktok' as const, kind, outcome, count: at + 1, bytes: 0 })),
);

test.each([...OUTCOMES.map((outcome) => [outcome] as const), OUTCOMES])(
  'the overview and the page of platforms say the same success rate of the same counts: %s …',
  (...outcomes) => {
    const counted = COUNTED.filter(({ outcome }) => outcome === 'ok' || outcomes.includes(outcome));
    const rates = ratesOf(counted, SINCE, 1);
    const own = rates.platforms.find(({ platform }) => platform === 'tiktok') ?? { answers: [], faults: [] };
    const hours = counted.map((hour) => ({ ...hour, startsAt: hour.startsAt.toISOString() }));
    const since = SINCE.toISOString();
    const rate = successShare(hoursOf({ since, until: since, hours }, 'tiktok'));
    expect(rate).not.toBeNull();
    expect(rate).toBe(rateOf(totalOf(spansOf(rates, own))));
  },
);
