import { describe, expect, test } from 'vitest';
import type { CanaryResult, PlatformReport } from '#/server/store/tables/platform-reports.ts';
import { judgePlatform } from './judge.ts';

const NOW = Date.parse('2026-11-21T12:00:00Z');
const minutesAgo = (minutes: number) => new Date(NOW - minutes * 60_000);

const report = (given: Partial<PlatformReport> = {}): PlatformReport => ({
  platform: 'youtube',
  isAvailable: true,
  refusedBy: null,
  answers: 0,
  faults: {},
  checkedAt: null,
  ...given,
});
const canary = (given: Partial<CanaryResult> = {}): CanaryResult => ({
  platform: 'youtube',
  outcome: 'timeout',
  failures: 1,
  checkedAt: minutesAgo(1),
  ...given,
});
const good = canary({ outcome: 'ok', failures: 0 });

describe('one platform as all servers see it', () => {
  test.each<[string, PlatformReport[], CanaryResult | undefined, string, string | undefined]>([
    ['nobody asked yet', [report()], undefined, 'working', undefined],
    ['all is well', [report({ answers: 9 }), report({ answers: 4 })], good, 'working', undefined],
    ['two links failed', [report({ faults: { timeout: 2 } })], undefined, 'working', undefined],
    ['three of many failed', [report({ answers: 20, faults: { timeout: 3 } })], undefined, 'working', undefined],
    ['three of ten failed', [report({ answers: 7, faults: { timeout: 3 } })], undefined, 'degraded', 'timeout'],
    [
      'they failed on two servers',
      [report({ answers: 3, faults: { timeout: 1 } }), report({ faults: { timeout: 1, tls_error: 3 } })],
      undefined,
      'degraded',
      'tls_error',
    ],
    ['nothing is read', [report({ faults: { extractor_broken: 6 } })], good, 'unavailable', 'extractor_broken'],
    ['one of two servers is refused', [report({ refusedBy: 'blocked_ip' }), report()], good, 'degraded', 'blocked_ip'],
    ['the only server is refused', [report({ refusedBy: 'blocked_ip' })], good, 'unavailable', 'blocked_ip'],
    [
      'both servers are refused',
      [report({ refusedBy: 'rate_limited' }), report({ refusedBy: 'rate_limited' })],
      undefined,
      'unavailable',
      'rate_limited',
    ],
    ['the canary failed once', [report()], canary(), 'degraded', 'timeout'],
    ['it failed twice, and nobody had an answer', [report()], canary({ failures: 2 }), 'unavailable', 'timeout'],
    [
      'it failed twice, but visitors have answers',
      [report({ answers: 5 })],
      canary({ failures: 2 }),
      'degraded',
      'timeout',
    ],
    ['it failed long ago', [report()], canary({ failures: 3, checkedAt: minutesAgo(61) }), 'working', undefined],
    ['there is no extractor', [report({ isAvailable: false })], good, 'unavailable', 'engine_unavailable'],
    [
      'one server has no extractor',
      [report({ isAvailable: false }), report({ answers: 5 })],
      good,
      'degraded',
      'engine_unavailable',
    ],
  ])('%s', (_, reports, last, state, code) => {
    const judged = judgePlatform('youtube', reports, last, NOW);
    expect([judged.state, judged.reason?.code]).toEqual([state, code]);
  });

  test('it was checked when the last of all had an answer', () => {
    const reports = [report({ checkedAt: minutesAgo(9) }), report({ checkedAt: minutesAgo(4) })];
    expect(judgePlatform('youtube', reports, good, NOW).checkedAt).toBe(minutesAgo(1).toISOString());
    expect(judgePlatform('youtube', reports, undefined, NOW).checkedAt).toBe(minutesAgo(4).toISOString());
    expect(judgePlatform('youtube', [report()], undefined, NOW).checkedAt).toBeNull();
  });
});
