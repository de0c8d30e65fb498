import { resolve } from 'node:path';
import { backup } from '#/server/store/dump/backup.ts';
import { hasChild } from '#/server/store/child/child-path.ts';
import { hasEmbedded } from '#/server/store/embedded/embedded-folder.ts';
import { lockDatabase, withStore } from '../setup/database.ts';
import { orFail } from '../setup/failing.ts';
import { step } from '../setup/progress.mjs';

/** The embedded database as a file of SQL, while the site is stopped, or beside it where that is a PostgreSQL: `npm run backup -- FILE`. */
await orFail(async () => {
  const [name] = process.argv.slice(2);
  if (!name) throw new Error('Into which file? npm run backup -- FILE');
  const file = resolve(name);
  const place = lockDatabase({ beside: true });
  // Opening would make one, and a mistaken DATA_DIR an empty backup.
  const isThere = place.url !== undefined || hasEmbedded(place.folder) || hasChild(place.folder);
  if (!isThere) throw new Error(`${place.folder} has no database.`);
  await step('Backup', async () => {
    await withStore(place, (store) => backup(store, file));
    return { detail: file };
  });
  place.release();
});
