import { compareVersions, type UpdateMode } from '#/model/engine/extractor-version.ts';
import type { ExtractorVersionRepository, StoredVersion } from '#/server/store/tables/extractor-versions.ts';
import type { StatisticsRepository } from '#/server/store/tables/statistics.ts';
import { type Installer, OtherBytesError } from './installer.ts';
import { errorMessageOf } from './message-of.ts';
import { cannotReadSome } from './unreadable.ts';
import type { UpdateOutcome } from './updates.ts';
import type { VersionTrial } from './version-trial.ts';

type ReleaseSearch = {
  /** `named`: somebody wants it; null: nobody asked, and what is new has to wait. */
  lookFor(named: { version: string | undefined } | null): Promise<UpdateOutcome>;
  /** How long after the index was asked, by any server, it is asked again. */
  pauseS(): Promise<number>;
};

type Ports = {
  repository: Pick<ExtractorVersionRepository, 'see'>;
  statistics: Pick<StatisticsRepository, 'hours'>;
  mode: UpdateMode;
  /** The version that this server was installed with; null: it has none. */
  base: string | null;
  /** The version that this process runs. */
  running: () => string | null;
  openOnce: () => Promise<Installer | null>;
  trial: VersionTrial;
  /** Logs it once, until it is something else. */
  sayOnce: (about: string, text: string | null) => void;
};

/**
 * How long a version is known before it takes over by itself: of a bad release others notice within a day, and its authors take it back.
 * Where platforms cannot be read any more there is less to lose.
 */
const REST_S = { working: 24 * 60 * 60, failing: 60 * 60 };
/** How often an index is asked, by all servers together. */
const LOOK_S = { working: 6 * 60 * 60, failing: 60 * 60 };
/** Whether platforms can be read is judged by this hour, which may have just begun, and the one before. */
const HOUR_MS = 60 * 60_000;

/** Looks for a newer release, and decides whether it is tried now. */
export function createReleaseSearch(ports: Ports): ReleaseSearch {
  const { repository, statistics, mode, base, running, openOnce, trial, sayOnce } = ports;

  /** By what all servers have counted: each sees some of the reads. */
  async function byState<T>({ working, failing }: { working: T; failing: T }): Promise<T> {
    return cannotReadSome(await statistics.hours(new Date(Date.now() - HOUR_MS))) ? failing : working;
  }

  function awayFrom(error: unknown): UpdateOutcome {
    const detail = errorMessageOf(error);
    sayOnce('index', `No newer extractor could be looked for: ${detail}.`);
    return { outcome: 'index', detail };
  }

  async function installAndTry(pip: Installer, version: string, pins: StoredVersion['pins']): Promise<UpdateOutcome> {
    let place;
    try {
      place = await pip.install(version, pins);
    } catch (error) {
      if (error instanceof OtherBytesError) return trial.refuse(version, 'hash', error.message);
      // An index that is away in between says nothing of the release.
      return awayFrom(error);
    }
    return trial.tryOut(version, place);
  }

  return {
    pauseS: () => byState(LOOK_S),
    async lookFor(named) {
      const pip = await openOnce();
      if (!pip) return { outcome: 'impossible', detail: 'there is no Python that runs' };
      let release;
      try {
        release = await pip.ask(named?.version);
        sayOnce('index', null);
      } catch (error) {
        return awayFrom(error);
      }
      const { version } = release;
      const { stored, knownForS } = await repository.see(version, release.pins);
      const newest = running() ?? base;
      if (newest !== null && compareVersions(version, newest) <= 0) return { outcome: 'newest', version };
      if (named) return installAndTry(pip, version, stored.pins);
      const { refusal, detail } = stored;
      if (refusal) return { outcome: 'refused', version, refusal, detail: detail ?? '' };
      if (mode === 'notify') {
        sayOnce(
          'new',
          `There is extractor ${version}; ${newest ?? 'none'} runs. \`npm run extractor -- update\` tries it.`,
        );
        return { outcome: 'noticed', version };
      }
      const restS = await byState(REST_S);
      if (knownForS >= restS) return installAndTry(pip, version, stored.pins);
      sayOnce('new', `There is extractor ${version}. It is tried when it has been known for ${restS / 3600} hours.`);
      return { outcome: 'resting', version };
    },
  };
}
