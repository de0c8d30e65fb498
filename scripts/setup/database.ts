import { FolderInUseError, openDataFolder } from '#/server/data-folder.ts';
import { readSettings } from '#/server/env.ts';
import { hasChild } from '#/server/store/child/child-path.ts';
import { hasEmbedded } from '#/server/store/embedded/embedded-folder.ts';
import { openStore, type Store, type StoreOptions } from '#/server/store/store.ts';
import { loadSettings } from './settings.ts';

/** Where the settings say the database is. That of a data folder is this process's alone until `release`, unless it joins the site. */
type DatabasePlace = Pick<StoreOptions, 'url' | 'folder' | 'embedded' | 'joins'> & { release: () => void };

/**
 * Reads the settings and locks the data folder of an embedded database. Where the site has it, and a PostgreSQL in it, that is used beside
 * the site by tasks that may be done `beside` it; others throw SettingsError.
 */
export function lockDatabase({ beside = false } = {}): DatabasePlace {
  loadSettings();
  const { DATABASE_URL: url, DATA_DIR, EMBEDDED_DATABASE: embedded } = readSettings();
  try {
    const { path, release } = openDataFolder(DATA_DIR, { isShared: url !== undefined });
    return { url, folder: path, embedded, release };
  } catch (error) {
    if (!(beside && embedded === 'postgres' && error instanceof FolderInUseError)) throw error;
    return { url, folder: error.folder, embedded, joins: true, release: () => {} };
  }
}

/**
 * For tasks that are about what a site has: opening would make a database, and a mistaken DATA_DIR would be told of as a site that has
 * nothing. Throws where there is none.
 */
export function refuseMissingDatabase(place: DatabasePlace): void {
  if (hasDatabase(place)) return;
  place.release();
  throw new Error(`${place.folder} has no database. DATA_DIR says where it is, in the environment or in .env.`);
}

/** Whether there is one; of one that DATABASE_URL names, that is told by opening it. */
export function hasDatabase({ url, folder }: Pick<DatabasePlace, 'url' | 'folder'>): boolean {
  return url !== undefined || hasEmbedded(folder) || hasChild(folder);
}

/** Opens the database for one task, and closes it whatever becomes of that. */
export async function withStore<T>(
  { url, folder, embedded, joins, tables }: Omit<DatabasePlace, 'release'> & Pick<StoreOptions, 'tables'>,
  task: (store: Store) => Promise<T>,
): Promise<T> {
  const store = await openStore({ url, folder, embedded, joins, tables, log: (line) => console.error(line) });
  try {
    return await task(store);
  } finally {
    await store.close();
  }
}
