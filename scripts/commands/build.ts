import { orFail } from '../setup/failing.ts';
import { compileMessages } from '../setup/messages.ts';
import { buildSite } from '../setup/build.ts';

await orFail(async () => {
  await compileMessages();
  await buildSite();
});
