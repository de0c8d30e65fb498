import { e2e } from '../runners.ts';
import { orFail } from '../setup/failing.ts';
import { prepareSite } from '../setup/site.ts';
import { prepareBrowser, prepareReplicas } from '../setup/tests.ts';

/** The end-to-end tests alone; arguments go to Playwright: `npm run e2e -- routes --headed`. */
await orFail(async () => {
  await prepareSite({ build: true });
  await prepareReplicas();
  await prepareBrowser();
  const { failed } = await e2e.run({ args: process.argv.slice(2) });
  process.exitCode = failed === 0 ? 0 : 1;
});
