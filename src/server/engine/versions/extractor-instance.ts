import { mkdir } from 'node:fs/promises';
import type { Egress, EgressRoutes } from '#/server/egress/egress.ts';
import type { Deadlines } from '../deadlines.ts';
import { createSolver, type Solver } from '../solver/solver.ts';
import type { PoTokens } from '../tokens/tokens.ts';
import { createPool, type Pool } from '../worker/pool.ts';
import type { ToldExchange } from '../worker/protocol.ts';
import { startWorker } from '../worker/process.ts';

/** Where one version of the extractor is, and where its workers may write. */
export type VersionPlace = {
  /** Folder with yt_dlp/ and what it needs; null: Python's own packages. */
  extractorPath: string | null;
  /** For the workers' scratch files. No other version's may write there: compiled code in it is run. */
  cacheDir: string;
};

/** One version of the extractor at work: its workers, and what solves challenges for them by its own scripts. */
export type ExtractorInstance = {
  place: VersionPlace;
  pool: Pool;
  solver: Solver;
  close(): Promise<void>;
};

type ExtractorInstancePorts = {
  egress: Egress & EgressRoutes;
  python: string;
  /** For players of YouTube that were prepared. */
  playersDir: string;
  /** Who makes YouTube's tokens: for all versions the same. */
  tokens: PoTokens | null;
  caBundleFile?: string;
  deadlines: Deadlines;
  /** Told of all that workers ask and are answered. */
  onExchange?: (exchange: ToldExchange) => void;
  log: (message: string) => void;
};

/** Starts workers of one version. Resolves when the first is ready, or could not be started, and it is known whether challenges are solved. */
export async function startExtractorInstance(
  { egress, python, playersDir, tokens, caBundleFile, deadlines, onExchange, log }: ExtractorInstancePorts,
  place: VersionPlace,
  size: number,
): Promise<ExtractorInstance> {
  await mkdir(place.cacheDir, { recursive: true });
  const solver = createSolver({ egress, python, folder: playersDir, limits: deadlines.solver, log });
  const settings = {
    ...place,
    python,
    proxyUrl: egress.proxyUrl,
    ...(caBundleFile && { caBundleFile }),
    solver,
    ...(tokens && { tokens }),
    ...(onExchange && { onExchange }),
  };
  const pool = createPool({
    size,
    log,
    start() {
      const worker = startWorker(settings);
      // A newer extractor brings newer scripts. One that does not start says nothing of them.
      worker.ready.then(({ challengeScripts }) => solver.use(challengeScripts)).catch(() => {});
      return worker;
    },
  });
  await pool.started;
  await solver.settled();
  return {
    place,
    pool,
    solver,
    async close() {
      await Promise.all([pool.close(), solver.close()]);
    },
  };
}
