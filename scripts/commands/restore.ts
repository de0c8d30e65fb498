import { resolve } from 'node:path';
import { restore } from '#/server/store/dump/backup.ts';
import { lockDatabase, withStore } from '../setup/database.ts';
import { orFail } from '../setup/failing.ts';
import { step } from '../setup/progress.mjs';

/** A backup into a database that is empty, DATABASE_URL's or else the one of DATA_DIR: `npm run restore -- FILE`. */
await orFail(async () => {
  const [file] = process.argv.slice(2);
  if (!file) throw new Error('Which backup? npm run restore -- FILE');
  const place = lockDatabase();
  await step('Restore', async () => {
    await restore(place, resolve(file));
    // Opened once, so that an old backup is brought up to date now and not at the next start.
    await withStore(place, async () => {});
    return { detail: place.url === undefined ? place.folder : 'into the database of DATABASE_URL' };
  });
  place.release();
});
