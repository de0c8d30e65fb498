import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { EmbeddedKind } from '#/server/store/embedded-kind.ts';
import { openStore, type Store } from '#/server/store/store.ts';
import { startPostgres } from '../../tests/setup/postgres.ts';

/** Where a server keeps all it has: a folder of its own, and an empty database, in the folder where no address is given. */
export type Target = { url?: string; folder: string; embedded?: EmbeddedKind };

/** One of the kinds of databases that the site runs on: PGlite, a PostgreSQL elsewhere, one of the data folder. */
export type BenchDatabase = { name: 'embedded' | 'postgres' | 'child'; createTarget: () => Promise<Target> };

type Databases = { kinds: readonly BenchDatabase[]; close: () => Promise<void> };

/** Both kinds, which wait for the disk at each commit, as in production. */
export async function startDatabases(): Promise<Databases> {
  const postgres = await startPostgres({ isDurable: true });
  const root = await mkdtemp(join(tmpdir(), 'clipferry-bench-'));
  const newFolder = () => mkdtemp(join(root, 'server-'));
  return {
    kinds: [
      { name: 'embedded', createTarget: async () => ({ folder: await newFolder() }) },
      {
        name: 'postgres',
        createTarget: async () => ({ url: await postgres.createDatabase(), folder: await newFolder() }),
      },
    ],
    async close() {
      await postgres.close();
      await rm(root, { recursive: true, force: true });
    },
  };
}

/** The store of a server; what goes wrong is told, but for connections that end with it. */
export async function openBenchStore({ url, folder, embedded }: Target): Promise<Store> {
  let isClosing = false;
  const log = (line: string): void => void (isClosing || console.error(line));
  const store = await openStore({ url, folder, embedded, log });
  return {
    ...store,
    close() {
      isClosing = true;
      return store.close();
    },
  };
}
