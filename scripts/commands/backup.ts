import { resolve } from 'node:path';
import { backup } from '#/server/store/dump/backup.ts';
import { lockDatabase, refuseMissingDatabase, withStore } from '../setup/database.ts';
import { orFail } from '../setup/failing.ts';
import { step } from '../setup/progress.mjs';

/** The embedded database as a file of SQL, while the site is stopped, or beside it where that is a PostgreSQL: `npm run backup -- FILE`. */
await orFail(async () => {
  const [name] = process.argv.slice(2);
  if (!name) throw new Error('Into which file? npm run backup -- FILE');
  const file = resolve(name);
  const place = lockDatabase({ beside: true });
  refuseMissingDatabase(place);
  await step('Backup', async () => {
    // As it is: a backup is made before a newer version takes over, so that one can go back.
    await withStore({ ...place, tables: 'any' }, (store) => backup(store, file));
    return { detail: file };
  });
  place.release();
});
