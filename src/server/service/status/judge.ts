import type { Failure, FailureCode } from '#/model/failure.ts';
import type { PlatformHealth } from '#/model/download.ts';
import { isNoAccident } from '#/model/outcome.ts';
import type { Platform } from '#/model/platform-schema.ts';
import type { CanaryResult, PlatformReport } from '#/server/store/tables/platform-reports.ts';

/** So many faults within ten minutes, as a share of all that the platform was asked, and it is as good as away. */
const UNAVAILABLE = { faults: 6, share: 0.9 };
/** Canaries in a row that failed, while nobody else had an answer. */
const CANARIES = 2;
/** What a canary found holds until the next is due twice over. */
const CANARY_HOLDS_MS = 60 * 60_000;

/** One state of a platform from what all processes see of it, and the last canary. Other platforms have no part in it. */
export function judgePlatform(
  platform: Platform,
  reports: readonly PlatformReport[],
  canary: CanaryResult | undefined,
  now: number,
): PlatformHealth {
  const able = reports.filter(({ isAvailable }) => isAvailable);
  const refusals = able.flatMap(({ refusedBy }) => refusedBy ?? []);
  const answers = sum(able.map(({ answers }) => answers));
  const faults = addUp(able);
  const faultCount = sum(Object.values(faults));
  const share = faultCount / Math.max(1, faultCount + answers);
  const failedCanary =
    canary && canary.failures > 0 && canary.outcome !== 'ok' && now - canary.checkedAt.getTime() < CANARY_HOLDS_MS
      ? { code: canary.outcome, failures: canary.failures }
      : null;
  const reason = (code: FailureCode | undefined): Failure | null => (code ? { code, platform } : null);
  const verdict = (state: PlatformHealth['state'], code?: FailureCode): PlatformHealth => ({
    state,
    reason: reason(code),
    checkedAt: lastOf([...reports.map(({ checkedAt }) => checkedAt), canary?.checkedAt ?? null]),
  });

  const [refusal] = refusals;
  if (able.length === 0) return verdict('unavailable', 'engine_unavailable');
  if (refusals.length === able.length) return verdict('unavailable', refusal);
  if (faultCount >= UNAVAILABLE.faults && share >= UNAVAILABLE.share) return verdict('unavailable', commonest(faults));
  if (failedCanary && failedCanary.failures >= CANARIES && answers === 0)
    return verdict('unavailable', failedCanary.code);
  if (refusal) return verdict('degraded', refusal);
  if (isNoAccident(faultCount, faultCount + answers)) return verdict('degraded', commonest(faults));
  if (failedCanary) return verdict('degraded', failedCanary.code);
  if (able.length < reports.length) return verdict('degraded', 'engine_unavailable');
  return verdict('working');
}

function addUp(reports: readonly PlatformReport[]): PlatformReport['faults'] {
  const total: PlatformReport['faults'] = {};
  for (const { faults } of reports)
    for (const [code, count] of entriesOf(faults)) total[code] = (total[code] ?? 0) + count;
  return total;
}

function commonest(faults: PlatformReport['faults']): FailureCode | undefined {
  return entriesOf(faults).toSorted(([, a], [, b]) => b - a)[0]?.[0];
}

function entriesOf(faults: PlatformReport['faults']) {
  return Object.entries(faults) as [FailureCode, number][];
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

function lastOf(instants: readonly (Date | null)[]): string | null {
  const known = instants.flatMap((instant) => (instant ? instant.getTime() : []));
  return known.length === 0 ? null : new Date(Math.max(...known)).toISOString();
}
