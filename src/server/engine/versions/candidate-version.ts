import type { ExtractorRefusal } from '#/model/engine/extractor-version.ts';
import { failingPlatform } from './self-test.ts';
import { type Versions, versionOf } from './versions.ts';
import type { ExtractorInstance } from './extractor-instance.ts';

/** Why a version is not to be used, for operators. */
export type CandidateVerdict = { refusal: ExtractorRefusal; detail: string };

export const NOT_STARTED: CandidateVerdict = { refusal: 'start', detail: 'its workers do not start' };

/** A version that runs beside the others and is asked by nobody yet. */
export type CandidateVersion = {
  /** What it says it is; null: its workers do not start. */
  version: string | null;
  /** Why it must not take over, by what can be known before visitors ask it; null: it may. `links` are known to work. */
  judge(links: readonly string[]): Promise<CandidateVerdict | null>;
  /** Has it asked first from now on (`Versions.takeOver`). */
  takeOver(options: { isWatched: boolean }): Promise<void>;
  /** Ends it, unless it has taken over. */
  close(): Promise<void>;
};

type Ports = {
  instance: ExtractorInstance;
  versions: Versions;
  /** Reads a link by the instance, and by the one that is asked first now where that fails: whether only the latter could. */
  isLost: (link: string) => Promise<boolean>;
  /** For each platform's self-test. */
  selfTestMs: number;
};

export function createCandidateVersion({ instance, versions, isLost, selfTestMs }: Ports): CandidateVersion {
  let hasTakenOver = false;
  return {
    version: versionOf(instance),
    async judge(links) {
      const ready = instance.pool.ready();
      if (!ready) return NOT_STARTED;
      const running = versions.first();
      const lost = [
        running.pool.ready()?.browserFingerprints && !ready.browserFingerprints && 'fingerprints of browsers',
        running.solver.isAble() && !instance.solver.isAble() && 'solved challenges',
      ].filter((part) => typeof part === 'string');
      if (lost.length > 0) return { refusal: 'parts', detail: `it has no ${lost.join(' and no ')}` };
      const platform = await failingPlatform(instance.pool, selfTestMs);
      if (platform) return { refusal: 'self_test', detail: `it does not read ${platform}` };
      for (const [place, link] of links.entries()) {
        if (await isLost(link))
          return { refusal: 'canary', detail: `it does not read canary link ${place + 1}, which is read now` };
      }
      return null;
    },
    async takeOver(options) {
      hasTakenOver = true;
      await versions.takeOver(instance, options);
    },
    async close() {
      if (!hasTakenOver) await instance.close();
    },
  };
}
