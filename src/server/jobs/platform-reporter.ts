import { randomUUID } from 'node:crypto';
import { isFault } from '#/model/outcome.ts';
import { PLATFORMS } from '#/model/platform.ts';
import type { Engine } from '#/server/engine/media/extraction.ts';
import { repeat } from '#/server/observability/repeat.ts';
import type { TelemetryRegistry } from '#/server/observability/telemetry.ts';
import { createPlatformReportRepository, type PlatformReport } from '#/server/store/tables/platform-reports.ts';
import { toStoreError } from '#/server/store/store-error.ts';
import type { Store } from '#/server/store/store.ts';

/** How this process fares with the platforms, told to the others. */
export type PlatformReporter = {
  /** Names this process among all. */
  node: string;
  own(): PlatformReport[];
  close(): Promise<void>;
};

type Ports = {
  store: Store;
  engine: Pick<Engine, 'health' | 'platformHealth'>;
  telemetry: Pick<TelemetryRegistry, 'recent'>;
  log: (line: string) => void;
};

/** What changes is told within this time, */
const LOOK_MS = 2_000;
/** and what stays as it is so often, so that the others know that this process lives. */
const TELL_MS = 15_000;

/** Tells the other processes of the same database how the platforms do here; in an embedded one there are no others. */
export function startPlatformReporter({ store, engine, telemetry, log }: Ports): PlatformReporter {
  const node = randomUUID();
  const repository = createPlatformReportRepository(store);
  let told = { text: '', at: -Infinity };

  const own = (): PlatformReport[] => PLATFORMS.map((platform) => ({ platform, ...reportOf(platform) }));

  function reportOf(platform: PlatformReport['platform']): Omit<PlatformReport, 'platform'> {
    const { state, reason, checkedAt } = engine.platformHealth(platform);
    const isAvailable = engine.health().available;
    return {
      isAvailable,
      // What an operator has switched off refuses nobody.
      refusedBy: isAvailable && state === 'unavailable' && reason && isFault(reason.code) ? reason.code : null,
      ...telemetry.recent(platform),
      checkedAt: checkedAt === null ? null : new Date(checkedAt),
    };
  }

  async function tell(): Promise<void> {
    const reports = own();
    const text = JSON.stringify(reports);
    if (text === told.text && performance.now() - told.at < TELL_MS) return;
    await repository.tell(node, reports);
    told = { text, at: performance.now() };
  }

  const tells = store.isEmbedded
    ? null
    : repeat(tell, LOOK_MS, (error) => {
        // Once for each time that it is away: what is told is the same until it is back.
        if (told.text !== '') log(`Other servers were not told how platforms do. ${toStoreError(error).message}`);
        told = { text: '', at: -Infinity };
      });
  return {
    node,
    own,
    async close() {
      if (!tells) return;
      await tells.close();
      await repository.forget(node).catch(() => {});
    },
  };
}
