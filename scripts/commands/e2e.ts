import { e2e } from '../runners.ts';
import { orFail } from '../setup/failing.ts';
import { prepareSite } from '../setup/site.ts';
import { prepareBrowser, prepareHeadlessBrowser, prepareReplicas } from '../setup/tests.ts';

const WITH_WINDOWS = ['--headed', '--debug', '--ui'];

/** The end-to-end tests alone; arguments go to Playwright: `npm run e2e -- routes --headed`. */
await orFail(async () => {
  await prepareSite({ build: true });
  await prepareReplicas();
  const args = process.argv.slice(2);
  await (args.some((arg) => WITH_WINDOWS.includes(arg)) ? prepareBrowser() : prepareHeadlessBrowser());
  const { failed } = await e2e.run({ args });
  process.exitCode = failed === 0 ? 0 : 1;
});
