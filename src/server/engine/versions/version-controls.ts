import type { EngineControls } from '../media/extraction.ts';
import { type CandidateVersion, createCandidateVersion, NOT_STARTED } from './candidate-version.ts';
import type { IsLost } from './canary-read.ts';
import type { ExtractorInstance, VersionPlace } from './extractor-instance.ts';
import { isSamePlace, type Versions, versionOf } from './versions.ts';

type Ports = {
  /** Those that run, and what starts another one beside them; null: there is no Python. */
  running: { versions: Versions; start: (place: VersionPlace) => Promise<ExtractorInstance> } | null;
  /** What the engine was made with. */
  base: VersionPlace;
  isLost: IsLost;
  selfTestMs: number;
};

/** Which version of the extractor runs, and what starts, tries and exchanges them. */
export function createVersionControls({
  running,
  base,
  isLost,
  selfTestMs,
}: Ports): Pick<EngineControls, 'runningVersion' | 'tryVersion' | 'runVersion'> {
  const candidateOf = (instance: ExtractorInstance, versions: Versions): CandidateVersion =>
    createCandidateVersion({
      instance,
      versions,
      selfTestMs,
      isLost: (link) => isLost(link, instance, versions.first()),
    });

  return {
    runningVersion: () => ({
      version: running && versionOf(running.versions.first()),
      place: running?.versions.first().place ?? base,
      isWatched: running?.versions.second() != null,
    }),

    async tryVersion(place) {
      if (!running) return null;
      return candidateOf(await running.start(place), running.versions);
    },

    async runVersion(place, { isWatched }) {
      if (!running) return NOT_STARTED;
      const { versions, start } = running;
      const wanted = place ?? base;
      if (isSamePlace(versions.first().place, wanted)) {
        if (!isWatched) versions.settle();
        return null;
      }
      const second = versions.second();
      if (second && isSamePlace(second.place, wanted)) {
        await versions.takeOver(second, { isWatched });
        return null;
      }
      const instance = await start(wanted);
      const candidate = candidateOf(instance, versions);
      // What the engine was made with is what is gone back to, and so has nothing to prove.
      const verdict = place === null ? (versionOf(instance) === null ? NOT_STARTED : null) : await candidate.judge([]);
      await (verdict ? candidate.close() : candidate.takeOver({ isWatched }));
      return verdict;
    },
  };
}
