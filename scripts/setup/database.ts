import { FolderInUseError, openDataFolder } from '#/server/data-folder.ts';
import { readSettings } from '#/server/env.ts';
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

/** Opens the database for one task, and closes it whatever becomes of that. */
export async function withStore<T>(
  { url, folder, embedded, joins }: Omit<DatabasePlace, 'release'>,
  task: (store: Store) => Promise<T>,
): Promise<T> {
  const store = await openStore({ url, folder, embedded, joins, log: (line) => console.error(line) });
  try {
    return await task(store);
  } finally {
    await store.close();
  }
}
