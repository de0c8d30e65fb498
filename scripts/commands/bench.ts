import { orFail } from '../setup/failing.ts';
import { prepareSite } from '../setup/site.ts';
import { prepareBrowser, prepareReplicas, prepareServers } from '../setup/tests.ts';

/** Benchmarks (bench/): all of them, or those named; `--json FILE` writes the figures down. */
await orFail(async () => {
  await prepareSite({ build: true });
  await prepareReplicas();
  await prepareBrowser();
  await prepareServers();
  await import('../../bench/index.ts');
});
