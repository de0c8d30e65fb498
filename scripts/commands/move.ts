import { parseArgs } from 'node:util';
import { moveTo } from '#/server/store/dump/backup.ts';
import { lockDatabase, refuseMissingDatabase, withStore } from '../setup/database.ts';
import { orFail } from '../setup/failing.ts';
import { step } from '../setup/progress.mjs';

/** The embedded database into an empty PostgreSQL, while the site is stopped: `npm run move -- --to postgres://…`. */
await orFail(async () => {
  const { to } = parseArgs({ options: { to: { type: 'string' } } }).values;
  if (!to || !/^postgres(?:ql)?:\/\//.test(to)) throw new Error('Where to? npm run move -- --to postgres://…');
  const place = { ...lockDatabase(), url: undefined };
  refuseMissingDatabase(place);
  await step('Move', async () => {
    await withStore(place, (store) => moveTo(store, to));
    return { detail: 'every row is copied' };
  });
  place.release();
  console.log('Set DATABASE_URL to that address and start the site. What the data folder has stays as it is.');
});
