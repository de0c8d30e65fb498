import { compareVersions } from '#/model/engine/extractor-version.ts';
import type { EngineControls } from '#/server/engine/media/extraction.ts';
import type { Decision, ExtractorVersionRepository } from '#/server/store/tables/extractor-versions.ts';
import type { Installer } from './installer.ts';
import { errorMessageOf } from './message-of.ts';

type Follower = {
  /** Has the engine run what all servers are to run. Without `mayInstall` only where that is here. Rejects with StoreError. */
  apply(options: { mayInstall: boolean }): Promise<void>;
};

type Ports = {
  repository: Pick<ExtractorVersionRepository, 'decision' | 'versions' | 'tell'>;
  engine: Pick<EngineControls, 'runVersion'>;
  node: string;
  python: string | null;
  /** The version that this server was installed with; null: it has none. */
  base: string | null;
  openOnce: () => Promise<Installer | null>;
  running: () => string | null;
  log: (message: string) => void;
  /** Logs it once, until it is something else. */
  sayOnce: (about: string, text: string | null) => void;
};

/** Runs here what was decided for all. */
export function createFollower({
  repository,
  engine,
  node,
  python,
  base,
  openOnce,
  running,
  log,
  sayOnce,
}: Ports): Follower {
  /** What the decision comes to here: a server that was installed with a newer one keeps it. */
  function wantedHere({ version }: Decision): string | null {
    return version !== null && (base === null || compareVersions(version, base) > 0) ? version : null;
  }

  async function apply({ mayInstall }: { mayInstall: boolean }): Promise<void> {
    if (python === null) return;
    const decision = await repository.decision();
    const wanted = wantedHere(decision);
    const pip = wanted === null ? null : await openOnce();
    if (wanted !== null && !mayInstall && !pip?.folders.has(wanted)) return;
    const before = running();
    const trouble = wanted === null ? await run(null, false) : await runVersion(wanted, decision.isWatched, pip);
    const now = running();
    if (before !== now) log(`Extractor ${now ?? 'none'} runs in place of ${before ?? 'none'}.`);
    sayOnce('apply', trouble === null ? null : `Extractor ${wanted} does not run here: ${trouble}.`);
    await repository.tell(node, now, trouble);
    const kept = [decision.version, decision.previous].filter((version) => version !== null);
    if (trouble === null && !decision.isWatched && pip) await pip.folders.keep(kept);
  }

  async function runVersion(version: string, isWatched: boolean, pip: Installer | null): Promise<string | null> {
    const stored = (await repository.versions()).find((known) => known.version === version);
    if (!pip || !stored) return 'it cannot be installed';
    try {
      return await run(await pip.install(version, stored.pins), isWatched);
    } catch (error) {
      return errorMessageOf(error);
    }
  }

  async function run(place: Parameters<typeof engine.runVersion>[0], isWatched: boolean): Promise<string | null> {
    return (await engine.runVersion(place, { isWatched }))?.detail ?? null;
  }

  return { apply };
}
