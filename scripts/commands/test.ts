import { runAll } from '../run-all.ts';
import { build, cluster, components, contract, e2e, format, lint, types, unit, unused } from '../runners.ts';
import { orFail } from '../setup/failing.ts';
import { prepareTypeGenerator } from '../setup/type-generator.ts';
import { prepareSite } from '../setup/site.ts';
import { prepareHeadlessBrowser, prepareReplicas, prepareServers, prepareSpace } from '../setup/tests.ts';

/**
 * Everything, on a fresh machine too. What waits goes beside what works: several machines, then what a browser does, beside what is tried
 * within a process.
 */
await orFail(async () => {
  await prepareSpace();
  await prepareSite({ build: false });
  await prepareReplicas();
  await prepareHeadlessBrowser();
  await prepareServers();
  await prepareTypeGenerator();
  const passed = await runAll([
    [[build], [types, lint, format, unused]],
    [
      [cluster, e2e],
      [unit, components, contract],
    ],
  ]);
  process.exitCode = passed ? 0 : 1;
});
