import type { ExtractorRead } from '#/model/engine/extractor-version.ts';
import { asPipCallsIt } from '#/model/engine/extractor-version.ts';
import type { Platform } from '#/model/platform.ts';
import { repeat } from '#/server/observability/repeat.ts';
import type { ExtractorVersionRepository, ReadCount } from '#/server/store/tables/extractor-versions.ts';
import { toStoreError } from '#/server/store/store-error.ts';

/** Counts how reads went by version, for all servers together. */
type ReadCounter = {
  /** Nothing waits for it. */
  note(version: string, platform: Platform, read: ExtractorRead): void;
  /** Writes what was counted. */
  flush(): Promise<void>;
  close(): Promise<void>;
};

type Ports = {
  repository: Pick<ExtractorVersionRepository, 'addReads'>;
  /** Told what is known of a version that has lost a read since it was told last. */
  onLost: (version: string, counts: readonly ReadCount[]) => Promise<void>;
  log: (message: string) => void;
  everyMs?: number;
};

const EVERY_MS = 5_000;

export function createReadCounter({ repository, onLost, log, everyMs = EVERY_MS }: Ports): ReadCounter {
  let waiting = new Map<string, Map<Platform, ReadCount>>();
  let isAway = false;

  async function write(): Promise<void> {
    const noted = waiting;
    if (noted.size === 0) return;
    waiting = new Map();
    for (const [version, byPlatform] of noted) {
      const counts = [...byPlatform.values()];
      const known = await repository.addReads(version, counts);
      if (counts.some(({ lost }) => lost > 0)) await onLost(version, known);
    }
    isAway = false;
  }

  const flushes = repeat(write, everyMs, (error) => {
    if (!isAway) log(`Reads are not counted by version of the extractor. ${toStoreError(error).message}`);
    isAway = true;
  });
  return {
    note(said, platform, read) {
      const version = asPipCallsIt(said);
      const byPlatform = waiting.get(version) ?? new Map<Platform, ReadCount>();
      waiting.set(version, byPlatform);
      const count = byPlatform.get(platform) ?? { platform, answered: 0, failed: 0, lost: 0 };
      byPlatform.set(platform, { ...count, [read]: count[read] + 1 });
      // Each one is a visitor who was answered late: the sooner it is known the better.
      if (read === 'lost') void flushes.now();
    },
    flush: flushes.now,
    async close() {
      await flushes.now();
      await flushes.close();
    },
  };
}
