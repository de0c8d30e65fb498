import type { ExtractorRefusal } from '#/model/engine/extractor-version.ts';
import type { EngineControls } from '#/server/engine/media/extraction.ts';
import type { ExtractorVersionRepository } from '#/server/store/tables/extractor-versions.ts';
import type { VersionFolder } from './folders.ts';
import type { UpdateOutcome } from './updates.ts';

/** What becomes of an installed version of the extractor: it takes over, or no server takes it. */
export type VersionTrial = {
  /** Tries an installed version beside the others, and has it take over on all servers. */
  tryOut(version: string, place: VersionFolder): Promise<UpdateOutcome>;
  /** No server takes it from now on. */
  refuse(version: string, refusal: ExtractorRefusal, detail: string): Promise<UpdateOutcome>;
};

type Ports = {
  engine: Pick<EngineControls, 'tryVersion'>;
  repository: Pick<ExtractorVersionRepository, 'refuse' | 'take' | 'tell'>;
  /** Names this process among all. */
  node: string;
  /** Links that are known to work. */
  canaries: readonly string[];
  /** The version that this process runs. */
  running: () => string | null;
  log: (message: string) => void;
};

/** For how long the version before is asked for what a new one cannot read. */
const WATCH_S = 24 * 60 * 60;

/** Tries versions by the engine's self-test and by links that are known to work; what was found is in the database, for all servers. */
export function createVersionTrial({ engine, repository, node, canaries, running, log }: Ports): VersionTrial {
  async function refuse(version: string, refusal: ExtractorRefusal, detail: string): Promise<UpdateOutcome> {
    await repository.refuse(version, refusal, detail);
    log(`Extractor ${version} does not take over: ${detail}.`);
    return { outcome: 'refused', version, refusal, detail };
  }

  return {
    refuse,
    async tryOut(version, place) {
      const trial = await engine.tryVersion(place);
      if (!trial) return { outcome: 'impossible', detail: 'there is no Python' };
      try {
        const verdict = await trial.judge(canaries);
        if (verdict) return await refuse(version, verdict.refusal, verdict.detail);
        const before = running();
        await repository.take(version, WATCH_S);
        await trial.takeOver({ isWatched: true });
        await repository.tell(node, running(), null);
        log(`Extractor ${version} takes over from ${before ?? 'none'}.`);
        return { outcome: 'taken', version };
      } finally {
        await trial.close();
      }
    },
  };
}
