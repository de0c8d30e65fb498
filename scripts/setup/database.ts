import { openDataFolder } from '#/server/data-folder.ts';
import { readSettings } from '#/server/env.ts';
import { openStore, type Store } from '#/server/store/store.ts';
import { loadSettings } from './settings.ts';

/** Where the settings say the database is. An embedded one is this process's alone until `release`: the site must be stopped. */
export type DatabasePlace = { url: string | undefined; folder: string; release: () => void };

/** Reads the settings and locks the data folder of an embedded database; throws SettingsError while the site is running on it. */
export function lockDatabase(): DatabasePlace {
  loadSettings();
  const { DATABASE_URL: url, DATA_DIR } = readSettings();
  const { path, release } = openDataFolder(DATA_DIR, { isShared: url !== undefined });
  return { url, folder: path, release };
}

/** Opens the database for one task, and closes it whatever becomes of that. */
export async function withStore<T>(
  place: Pick<DatabasePlace, 'url' | 'folder'>,
  task: (store: Store) => Promise<T>,
): Promise<T> {
  const store = await openStore({ ...place, log: (line) => console.error(line) });
  try {
    return await task(store);
  } finally {
    await store.close();
  }
}
