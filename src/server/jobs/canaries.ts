import { isOf } from '#/model/failure-codes.ts';
import type { Result } from '#/model/failure.ts';
import { isAnswer, isFault, outcomeOf } from '#/model/outcome.ts';
import { type Platform, PLATFORMS } from '#/model/platform.ts';
import type { Telemetry } from '#/server/observability/telemetry.ts';
import { type CanaryResult, createPlatformReportRepository } from '#/server/store/tables/platform-reports.ts';
import type { Store } from '#/server/store/store.ts';

export type CanaryPorts = {
  store: Store;
  /** The engine itself: what visitors ask is counted elsewhere. */
  prober: { resolve(link: string): Promise<Result<unknown>> };
  telemetry: Pick<Telemetry, 'count'>;
  links: Partial<Record<Platform, string>>;
  log: (line: string) => void;
};

/** A platform that answers is asked every half hour; one that does not, each time. Less half a minute, since a schedule is not exact. */
const RESTED_AFTER_MS = 29.5 * 60_000;
/** Reads the links that are known to work of all platforms that it is time for, and notes for all servers how that went. */
export async function sendCanaries(ports: CanaryPorts): Promise<void> {
  const repository = createPlatformReportRepository(ports.store);
  const known = new Map((await repository.canaries()).map((canary) => [canary.platform, canary]));
  for (const platform of PLATFORMS) {
    const link = ports.links[platform];
    if (link === undefined || !isDue(known.get(platform))) continue;
    const result = await ports.prober.resolve(link);
    const outcome = outcomeOf(result);
    const isFailing = outcome !== 'ok' && (isFault(outcome) || isOf(outcome, 'doubtful'));
    const isOurs = outcome !== 'ok' && isOf(outcome, 'local');
    if (isOurs || (!isAnswer(outcome) && !isFault(outcome))) continue;
    if (outcome !== 'ok' && !isFailing) {
      ports.log(`The link of ${platform} in CANARY_LINKS is answered ${outcome}: it needs another.`);
    }
    ports.telemetry.count({ platform, kind: 'canary', outcome });
    await repository.noteCanary(platform, outcome, isFailing);
  }
}

function isDue(last: CanaryResult | undefined): boolean {
  return !last || last.failures > 0 || Date.now() - last.checkedAt.getTime() > RESTED_AFTER_MS;
}
