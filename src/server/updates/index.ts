import { asPipCallsIt, compareVersions, type ExtractorRefusal } from '#/model/engine/extractor-version.ts';
import {
  createExtractorVersionRepository,
  DECIDED,
  type StoredVersion,
} from '#/server/store/tables/extractor-versions.ts';
import { toStoreError } from '#/server/store/store-error.ts';
import { createStatisticsRepository } from '#/server/store/tables/statistics.ts';
import { runExtractorCommand } from './run-extractor-command.ts';
import { createFollower } from './follower.ts';
import { type Installer, openInstaller, OtherBytesError } from './installer.ts';
import { isWorseAt } from './detect-regression.ts';
import { errorMessageOf } from './message-of.ts';
import { receiveExtractorCommands } from './extractor-commands.ts';
import { createReadCounter } from './read-counter.ts';
import { cannotReadSome } from './unreadable.ts';
import type { ExtractorUpdates, UpdateOutcome, UpdatesOptions } from './updates.ts';

export type { ExtractorUpdates, UpdateOutcome, UpdatesOptions, VersionsKnown } from './updates.ts';

/**
 * How long a version is known before it takes over by itself: of a bad release others notice within a day, and its authors take it back.
 * Where platforms cannot be read any more there is less to lose.
 */
const REST_S = { working: 24 * 60 * 60, failing: 60 * 60 };
/** How often an index is asked, by all servers together. */
const LOOK_S = { working: 6 * 60 * 60, failing: 60 * 60 };
/** Whether platforms can be read is judged by this hour, which may have just begun, and the one before. */
const HOUR_MS = 60 * 60_000;
/** How often a process sees whether it is time; at its start it has other things to do. */
const LOOK_MS = 10 * 60_000;
/** How often a process compares what it runs with what all are to run, for an event that was lost, and for the end of a watch. */
const FOLLOW_MS = 60_000;
/** For how long the version before is asked for what a new one cannot read. */
const WATCH_S = 24 * 60 * 60;
/** Longer than an update takes; whoever leads and dies is followed by another then. */
const LEAD_S = 30 * 60;

/** Keeps the extractor new, and goes back where that was none. Never rejects for what an index or a release does. */
export function createExtractorUpdates(options: UpdatesOptions): ExtractorUpdates {
  const { store, engine, node, mode, log } = options;
  const repository = createExtractorVersionRepository(store);
  const statistics = createStatisticsRepository(store);
  const base = engine.runningVersion().version;
  const said = new Map<string, string>();
  const endings: (() => void)[] = [];
  let installer: Promise<Installer> | null = null;
  let isUpdating = false;
  let isClosed = false;
  // Versions change one after the other.
  let working: Promise<unknown> = Promise.resolve();

  function inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = working.then(work);
    working = done.catch(() => {});
    return done;
  }

  /** Says something once, until it is something else. */
  function sayOnce(about: string, text: string | null): void {
    if (text !== null && said.get(about) !== text) log(text);
    if (text === null) said.delete(about);
    else said.set(about, text);
  }

  async function openOnce(): Promise<Installer | null> {
    const { python } = options;
    if (python === null) return null;
    installer ??= openInstaller({ ...options, python, repository });
    return installer.catch(() => {
      installer = null;
      return null;
    });
  }

  const running = (): string | null => {
    const { version } = engine.runningVersion();
    return version === null ? null : asPipCallsIt(version);
  };

  const { apply } = createFollower({ ...options, repository, base, openOnce, running, sayOnce });

  const follow = (mayInstall = true): Promise<void> =>
    inTurn(async () => {
      if (!isClosed) await apply({ mayInstall });
    }).catch((error: unknown) =>
      sayOnce('store', `Versions of the extractor are not known. ${toStoreError(error).message}`),
    );

  async function goBack(from: string, refusal: ExtractorRefusal, detail: string): Promise<boolean> {
    const isBack = await repository.goBack(from, refusal, detail);
    if (isBack) log(`Extractor ${from} gives way to the one before: ${detail}.`);
    return isBack;
  }

  const counter = createReadCounter({
    repository,
    log,
    async onLost(version, counts) {
      const worst = isWorseAt(counts);
      if (!worst) return;
      const { platform, lost, answered, failed } = worst;
      const detail = `${lost} of ${lost + answered + failed} links of ${platform} were read by the one before only`;
      if (await goBack(version, 'losses', detail)) await follow();
    },
  });

  async function refuse(version: string, refusal: ExtractorRefusal, detail: string): Promise<UpdateOutcome> {
    await repository.refuse(version, refusal, detail);
    log(`Extractor ${version} does not take over: ${detail}.`);
    return { outcome: 'refused', version, refusal, detail };
  }

  /** Installs a version, tries it beside the others, and has it take over on all servers. */
  async function tryOut(pip: Installer, version: string, pins: StoredVersion['pins']): Promise<UpdateOutcome> {
    let place;
    try {
      place = await pip.install(version, pins);
    } catch (error) {
      if (error instanceof OtherBytesError) return refuse(version, 'hash', error.message);
      // An index that is away in between says nothing of the release.
      return awayFrom(error);
    }
    const trial = await engine.tryVersion(place);
    if (!trial) return { outcome: 'impossible', detail: 'there is no Python' };
    try {
      const verdict = await trial.judge(options.canaries);
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
  }

  function awayFrom(error: unknown): UpdateOutcome {
    const detail = errorMessageOf(error);
    sayOnce('index', `No newer extractor could be looked for: ${detail}.`);
    return { outcome: 'index', detail };
  }

  /** By what all servers have counted: each sees some of the reads. */
  const isFailing = async () => cannotReadSome(await statistics.hours(new Date(Date.now() - HOUR_MS)));

  /** `named`: somebody wants it; null: nobody asked, and what is new has to wait. */
  async function lookFor(named: { version: string | undefined } | null): Promise<UpdateOutcome> {
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
    if (named) return tryOut(pip, version, stored.pins);
    const { refusal, detail } = stored;
    if (refusal) return { outcome: 'refused', version, refusal, detail: detail ?? '' };
    if (mode === 'notify') {
      sayOnce(
        'new',
        `There is extractor ${version}; ${newest ?? 'none'} runs. \`npm run extractor -- update\` tries it.`,
      );
      return { outcome: 'noticed', version };
    }
    const restS = (await isFailing()) ? REST_S.failing : REST_S.working;
    if (knownForS >= restS) return tryOut(pip, version, stored.pins);
    sayOnce('new', `There is extractor ${version}. It is tried when it has been known for ${restS / 3600} hours.`);
    return { outcome: 'resting', version };
  }

  async function lead(restS: number, named: { version: string | undefined } | null): Promise<UpdateOutcome> {
    return inTurn(async () => {
      if (isClosed || !(await repository.lead(node, LEAD_S, restS))) return { outcome: 'elsewhere' };
      isUpdating = true;
      try {
        return await lookFor(named);
      } finally {
        isUpdating = false;
        await repository.endLead(node);
      }
    });
  }

  async function look(): Promise<UpdateOutcome | null> {
    if (mode === 'off') return null;
    try {
      return await lead((await isFailing()) ? LOOK_S.failing : LOOK_S.working, null);
    } catch (error) {
      sayOnce('store', `No newer extractor was looked for. ${toStoreError(error).message}`);
      return null;
    }
  }

  const updates: ExtractorUpdates = {
    update: async (version) => (isUpdating ? { outcome: 'elsewhere' } : lead(0, { version })),
    async goBack(detail) {
      const { version } = await repository.decision();
      if (version === null || !(await goBack(version, 'operator', detail))) return null;
      await follow();
      return { from: version, to: (await repository.decision()).version };
    },
    async known() {
      const versions = await repository.versions();
      return {
        mode,
        running: running(),
        isWatched: engine.runningVersion().isWatched,
        isUpdating,
        decision: await repository.decision(),
        versions: await Promise.all(
          versions.map(async (one) => ({ ...one, reads: await repository.reads(one.version) })),
        ),
        nodes: await repository.nodes(),
      };
    },
    noteRead: counter.note,
    async follow() {
      const again = (): void => void follow();
      const timers = [setInterval(again, FOLLOW_MS), setInterval(() => void look(), LOOK_MS)];
      for (const timer of timers) timer.unref();
      endings.push(
        () => timers.forEach(clearInterval),
        store.onEvent(({ type }) => void (type === DECIDED && again())),
        store.onResync(again),
      );
      // Of a database that others reach, they ask for themselves.
      if (store.isEmbedded)
        endings.push(receiveExtractorCommands(options.folder, (command) => runExtractorCommand(updates, command), log));
      await follow(false);
      again();
    },
    look,
    async close() {
      isClosed = true;
      for (const end of endings) end();
      const opened = await installer?.catch(() => null);
      opened?.close();
      await working;
      await counter.close();
      await repository.forget(node).catch(() => {});
    },
  };
  return updates;
}
