import { isOf } from '#/model/failure-codes.ts';
import { fail, ok, type FailureCode, type Result } from '#/model/failure.ts';
import { allFormats } from '#/model/media/media.ts';
import { countedFailure, isAnswer } from '#/model/outcome.ts';
import type { Platform } from '#/model/platform.ts';
import type { Egress, EgressRoutes, RouteUse } from '#/server/egress/egress.ts';
import type { HealthRegistry, RouteOutcome } from './egress-routes/platform-health.ts';
import type { Extraction } from './media/extraction.ts';
import type { ReadMedia } from './media/read-media.ts';
import type { MediaLink } from './platforms/rules.ts';
import { applyFacts, probeFiles } from './probing/probe-files.ts';
import { createRouteRead, hasTime, type RouteReadPorts } from './route-read.ts';
import { createWorkerRead, type ReadTask, type WorkerReadPorts } from './worker-read.ts';

type ExtractOptions = {
  /** Of the media. */
  key: string;
  /** Of a list: place of the first entry that is wanted. */
  from?: number;
  /** Names of the ways out to try, in this order. */
  routes: readonly string[];
  signal: AbortSignal;
};

/** Reads what a link leads to. Failures are those of the platform or of the engine; it ends with the signal. */
export type MediaExtractor = (
  platform: Platform,
  link: MediaLink,
  options: ExtractOptions,
) => Promise<Result<Extraction>>;

/** What an extraction is made of. */
export type ExtractorPorts = RouteReadPorts &
  WorkerReadPorts & {
    egress: Egress & EgressRoutes;
    /** Told what came of each way. */
    healthRegistry: Pick<HealthRegistry, 'begin' | 'turnedAway' | 'contradicted' | 'record'>;
    /** What a read waits at most for the exact sizes of files. */
    sizeWaitMs: number;
  };

/** One extraction: each way out until one is answered, the answer read, and what the files themselves tell. */
export function createExtractor(ports: ExtractorPorts): MediaExtractor {
  const { egress, healthRegistry, sizeWaitMs, deadlines } = ports;
  const readByRoute = createRouteRead({ ...ports, readByWorker: createWorkerRead(ports) });

  return async (platform, link, { key, from = 1, routes, signal }) => {
    const endsAt = performance.now() + deadlines.read[platform];
    const task = { platform, link, key, from, endsAt, signal };
    const uses = routes.flatMap((name) => egress.takeRoute(name) ?? []);
    /** The first way that was refused: it tells more than one that led nowhere. */
    let refused: { code: FailureCode; outcome: RouteOutcome } | undefined;
    /** The first answer that one more way is asked for, and that stands unless that way knows better. */
    let doubted: { read: Result<never>; code: FailureCode; outcome: RouteOutcome } | undefined;
    for (const [place, use] of uses.entries()) {
      healthRegistry.begin(platform, use.name);
      const { read, retryAfterS } = await readByRoute(task, use, { isOnly: uses.length === 1 });
      if (signal.aborted) break;
      const outcome = { route: use.name, retryAfterS };
      if (doubted && isBelieved(read)) healthRegistry.contradicted(platform, doubted.code, doubted.outcome);
      if (read.ok) {
        healthRegistry.record(platform, key, null, outcome);
        return finished(bound(read.value, use), task);
      }
      const code = countedFailure(read);
      if (doubted && !isBelieved(read)) {
        if (isOf(code, 'elsewhere')) healthRegistry.turnedAway(platform, code, outcome);
        healthRegistry.record(platform, key, doubted.code, doubted.outcome);
        return doubted.read;
      }
      const mayGoOn = place < uses.length - 1 && hasTime(task);
      if (isOf(code, 'second-way') && mayGoOn) {
        doubted = { read, code, outcome };
        continue;
      }
      const isRefusal = isOf(code, 'refusal');
      const isAnother = isOf(code, 'elsewhere') && mayGoOn;
      if (!isAnother && (isRefusal || !refused || !isOf(code, 'elsewhere'))) {
        healthRegistry.record(platform, key, code, outcome);
        return read;
      }
      healthRegistry.turnedAway(platform, code, outcome);
      if (isRefusal) refused ??= { code, outcome };
      if (isAnother || !refused) continue;
      healthRegistry.record(platform, key, refused.code, refused.outcome);
      return fail(refused.code, { platform });
    }
    return fail(signal.aborted ? 'cancelled' : 'busy', { platform });
  };

  async function finished(read: ReadMedia, { platform, signal }: ReadTask): Promise<Result<Extraction>> {
    const { media, sources } = read;
    const facts = await probeFiles(allFormats(media), sources, egress, sizeWaitMs, signal);
    return signal.aborted ? fail('cancelled', { platform }) : ok(applyFacts(read, facts));
  }
}

/** Whether an answer is about the media and nothing else, so that no other way has to be asked. */
function isBelieved(read: Result<unknown>): boolean {
  return read.ok || (isAnswer(countedFailure(read)) && !isOf(countedFailure(read), 'second-way'));
}

/** Addresses of media are good for who asked for them, and so for one way out. */
function bound(read: ReadMedia, route: RouteUse): ReadMedia {
  return { ...read, sources: new Map([...read.sources].map(([id, source]) => [id, { ...source, route }])) };
}
