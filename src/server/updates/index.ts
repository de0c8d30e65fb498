import { asPipCallsIt, type ExtractorRefusal } from '#/model/engine/extractor-version.ts';
import { createExtractorVersionRepository, DECIDED } from '#/server/store/tables/extractor-versions.ts';
import { toStoreError } from '#/server/store/store-error.ts';
import { createStatisticsRepository } from '#/server/store/tables/statistics.ts';
import { runExtractorCommand } from './run-extractor-command.ts';
import { createFollower } from './follower.ts';
import { type Installer, openInstaller } from './installer.ts';
import { isWorseAt } from './detect-regression.ts';
import { receiveExtractorCommands } from './extractor-commands.ts';
import { createReadCounter } from './read-counter.ts';
import { createReleaseSearch } from './release-search.ts';
import { createVersionTrial } from './version-trial.ts';
import type { ExtractorUpdates, UpdateOutcome, UpdatesOptions } from './updates.ts';

export type { ExtractorUpdates, UpdateOutcome, UpdatesOptions, VersionsKnown } from './updates.ts';

/** How often a process sees whether it is time; at its start it has other things to do. */
const LOOK_MS = 10 * 60_000;
/** How often a process compares what it runs with what all are to run, for an event that was lost, and for the end of a watch. */
const FOLLOW_MS = 60_000;
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
  const trial = createVersionTrial({ ...options, repository, running });
  const search = createReleaseSearch({ repository, statistics, mode, base, running, openOnce, trial, sayOnce });

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

  async function lead(restS: number, named: { version: string | undefined } | null): Promise<UpdateOutcome> {
    return inTurn(async () => {
      if (isClosed || !(await repository.lead(node, LEAD_S, restS))) return { outcome: 'elsewhere' };
      isUpdating = true;
      try {
        return await search.lookFor(named);
      } finally {
        isUpdating = false;
        await repository.endLead(node);
      }
    });
  }

  async function look(): Promise<UpdateOutcome | null> {
    if (mode === 'off') return null;
    try {
      return await lead(await search.pauseS(), null);
    } catch (error) {
      sayOnce('store', `No newer extractor was looked for. ${toStoreError(error).message}`);
      return null;
    }
  }

  const updates: ExtractorUpdates = {
    update: async (version) => (isUpdating ? { outcome: 'elsewhere' } : lead(0, { version })),
    async goBack(detail, from) {
      const version = from ?? (await repository.decision()).version;
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
