import type { FailureCode } from '#/model/failure.ts';
import type { CountedPlatform, OutcomeCount } from '#/model/outcome.ts';
import type { Metrics } from './metrics.ts';
import { createRecentSignIns, type RecentOutcomes } from './recent-outcomes.ts';
import { createStatistics } from './statistics.ts';
import { type Trace, untraced } from './tracing.ts';

/** What rooms tell of their doings, and what becomes of it is none of their business. */
export type Telemetry = {
  /** Something ended: one of it, unless told otherwise. */
  count(counted: Omit<OutcomeCount, 'count' | 'bytes'> & Partial<OutcomeCount>): void;
  /** A transfer runs until what is returned is called. */
  transferBegan(): () => void;
  /** A limit refused somebody something. */
  limitHit(what: string, code: FailureCode): void;
  trace: Trace;
};

/** Where nobody listens. */
export const silentTelemetry: Telemetry & Pick<TelemetryRegistry, 'recent'> = {
  count() {},
  recent: () => ({ answers: 0, faults: {} }),
  transferBegan: () => () => {},
  limitHit() {},
  trace: untraced,
};

export type TelemetryRegistry = Telemetry & {
  /** What came of a platform in this process in the last ten minutes, without canaries. */
  recent(platform: CountedPlatform): RecentOutcomes;
  /** Writes what was counted. */
  flush(): Promise<void>;
  close(): Promise<void>;
};

type Ports = {
  metrics: Metrics;
  trace: Trace;
  /** Adds to the statistics of all servers. */
  write: (counts: readonly OutcomeCount[]) => Promise<void>;
  log: (message: string) => void;
};

/** Hands what is told on to statistics, metrics and traces. */
export function createTelemetry({ metrics, trace, write, log }: Ports): TelemetryRegistry {
  const statistics = createStatistics({ write, log });
  const recent = createRecentSignIns();
  return {
    count(told) {
      const counted = { count: 1, bytes: 0, ...told };
      statistics.count(counted);
      metrics.counted(counted);
      if (counted.kind !== 'canary' && counted.count > 0) recent.note(counted.platform, counted.outcome);
    },
    transferBegan: metrics.transferBegan,
    limitHit: metrics.limitHit,
    trace,
    recent: recent.of,
    flush: statistics.flush,
    close: statistics.close,
  };
}
