import { resolve } from 'node:path';
import { backup } from '#/server/store/backup.ts';
import { lockDatabase, withStore } from '../setup/database.ts';
import { orFail } from '../setup/failing.ts';
import { step } from '../setup/progress.mjs';

/** The embedded database as a file of SQL, while the site is stopped: `npm run backup -- FILE`. */
await orFail(async () => {
  const [name = `clipferry-${new Date().toISOString().slice(0, 10)}.sql`] = process.argv.slice(2);
  const file = resolve(name);
  const place = lockDatabase();
  await step('Backup', async () => {
    await withStore(place, (store) => backup(store, file));
    return { detail: file };
  });
  place.release();
});
