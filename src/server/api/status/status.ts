import { createHash } from 'node:crypto';
import type { Platform } from '#/model/platform-schema.ts';
import type { PlatformHealth } from '#/model/download.ts';
import type { StatusReport } from '#/model/status.ts';
import type { Engine } from '#/server/engine/extraction.ts';
import type { PlatformReporter } from '#/server/jobs/platform-reporter.ts';
import { createIncidentBook } from '#/server/store/incidents.ts';
import { createPlatformReportBook } from '#/server/store/platform-reports.ts';
import { createStatisticsBook } from '#/server/store/statistics.ts';
import type { Store } from '#/server/store/store.ts';
import { json } from '../json.ts';
import { startIncidentWatch } from './incident-watch.ts';
import { createPlatformStates, type PlatformNotice } from './platform-states.ts';
import { makeReport } from './report.ts';

/** How the platforms do, for everybody. */
export type Status = {
  /** Of all servers, as the platforms' pages tell it. */
  platforms(): Promise<Record<Platform, PlatformHealth>>;
  /** `GET /api/v1/status` */
  answer(request: Request): Promise<Response>;
  close(): Promise<void>;
};

type Ports = {
  store: Store;
  engine: Pick<Engine, 'health'>;
  reporter: Pick<PlatformReporter, 'node' | 'own'>;
  /** What an operator has switched off, or says; null: nothing. */
  noticeOf?: (platform: Platform) => PlatformNotice | null;
  log: (message: string) => void;
};

/** How old the report may be; caches may keep it for as long again. */
const FRESH_S = 10;

export function createStatus({ store, engine, reporter, noticeOf = () => null, log }: Ports): Status {
  const [statistics, incidents] = [createStatisticsBook(store), createIncidentBook(store)];
  const states = createPlatformStates({ book: createPlatformReportBook(store), reporter, noticeOf, log });
  const watch = startIncidentWatch({ states, incidents, log });
  let kept: { report: Promise<StatusReport>; at: number } | null = null;

  /** Whoever asks at the same time has the same. */
  function report(): Promise<StatusReport> {
    if (kept && performance.now() - kept.at < FRESH_S * 1000) return kept.report;
    const made = makeReport({ states, statistics, incidents, health: engine.health });
    const own = { report: made, at: performance.now() };
    kept = own;
    made.catch(() => {
      if (kept === own) kept = null;
    });
    return made;
  }

  return {
    platforms: states.now,
    async answer(request) {
      const body = await report();
      const headers = { etag: tagOf(body), 'cache-control': `public, max-age=${FRESH_S}` };
      const known = (request.headers.get('if-none-match') ?? '').split(/\s*,\s*/);
      if (known.includes(headers.etag) || known.includes(`W/${headers.etag}`))
        return new Response(null, { status: 304, headers });
      return json(body, { headers });
    },
    close: watch.close,
  };
}

/** Of what it says; not of when it was put together. */
function tagOf({ platforms, incidents, extractor }: StatusReport): string {
  const said = JSON.stringify([platforms, incidents, extractor]);
  return `"${createHash('sha256').update(said).digest('base64url').slice(0, 22)}"`;
}
