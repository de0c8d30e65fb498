import type { Platform } from '#/model/platform-schema.ts';
import type { PlatformHealth } from '#/model/download.ts';
import type { StatusReport } from '#/model/status.ts';
import type { Engine } from '#/server/engine/media/extraction.ts';
import type { PlatformReporter } from '#/server/jobs/platform-reporter.ts';
import { createExtractorVersionRepository } from '#/server/store/tables/extractor-versions.ts';
import { createIncidentRepository } from '#/server/store/tables/incidents.ts';
import { createPlatformReportRepository } from '#/server/store/tables/platform-reports.ts';
import { createStatisticsRepository } from '#/server/store/tables/statistics.ts';
import type { Store } from '#/server/store/store.ts';
import { startIncidentWatch } from './incident-watch.ts';
import { createPlatformStates, type PlatformWord } from './platform-states.ts';
import { makeReport, type Past, readPast } from './report.ts';

/** How the platforms do, for everybody. */
export type Status = {
  /** Of all servers, as the platforms' pages tell it. */
  platforms(): Promise<Record<Platform, PlatformHealth>>;
  /** With the past. Rejects with StoreError. */
  report(): Promise<StatusReport>;
  close(): Promise<void>;
};

type Ports = {
  store: Store;
  engine: Pick<Engine, 'health'>;
  reporter: Pick<PlatformReporter, 'node' | 'own'>;
  /** What an operator has switched off, or says; null: nothing. */
  wordOf: (platform: Platform) => PlatformWord | null;
  log: (message: string) => void;
};

/** How old what is told of the past may be. */
const PAST_FRESH_MS = 10_000;

export function createStatus({ store, engine, reporter, wordOf, log }: Ports): Status {
  const repositories = {
    statistics: createStatisticsRepository(store),
    incidents: createIncidentRepository(store),
    extractor: createExtractorVersionRepository(store),
  };
  const states = createPlatformStates({ repository: createPlatformReportRepository(store), reporter, wordOf, log });
  const watch = startIncidentWatch({ states, incidents: repositories.incidents, log });
  let kept: { past: Promise<Past>; at: number } | null = null;

  /** Whoever asks at the same time has the same. */
  function past(): Promise<Past> {
    if (kept && performance.now() - kept.at < PAST_FRESH_MS) return kept.past;
    const own = { past: readPast(repositories), at: performance.now() };
    kept = own;
    own.past.catch(() => {
      if (kept === own) kept = null;
    });
    return own.past;
  }

  async function report(): Promise<StatusReport> {
    const [current, before] = await Promise.all([states.now(), past()]);
    return makeReport(before, current, engine.health().extractor);
  }

  return {
    platforms: states.now,
    report,
    close: watch.close,
  };
}
