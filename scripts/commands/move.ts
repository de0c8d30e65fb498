import { parseArgs } from 'node:util';
import { moveTo } from '#/server/store/dump/backup.ts';
import { hasChild } from '#/server/store/child/child-path.ts';
import { hasEmbedded } from '#/server/store/embedded/embedded-folder.ts';
import { lockDatabase, withStore } from '../setup/database.ts';
import { orFail } from '../setup/failing.ts';
import { step } from '../setup/progress.mjs';

/** The embedded database into an empty PostgreSQL, while the site is stopped: `npm run move -- --to postgres://…`. */
await orFail(async () => {
  const { to } = parseArgs({ options: { to: { type: 'string' } } }).values;
  if (!to || !/^postgres(?:ql)?:\/\//.test(to)) throw new Error('Where to? npm run move -- --to postgres://…');
  const { folder, embedded, release } = lockDatabase();
  if (!hasEmbedded(folder) && !hasChild(folder)) throw new Error(`${folder} has no database to move.`);
  await step('Move', async () => {
    await withStore({ url: undefined, folder, embedded }, (store) => moveTo(store, to));
    return { detail: 'every row is copied' };
  });
  release();
  console.log('Set DATABASE_URL to that address and start the site. What the data folder has stays as it is.');
});
