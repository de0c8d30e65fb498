import { orFail } from '../setup/failing.ts';
import { NGINX, prepareProgram } from '../setup/programs.ts';
import { prepareSite } from '../setup/site.ts';
import { prepareBrowser, preparePostgres, prepareReplicas } from '../setup/tests.ts';

/** Benchmarks (bench/): all of them, or those named; `--json FILE` writes the figures down. */
await orFail(async () => {
  await prepareSite({ build: true });
  await prepareReplicas();
  await prepareBrowser();
  await preparePostgres();
  await prepareProgram(NGINX);
  await import('../../bench/index.ts');
});
