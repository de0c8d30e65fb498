import { runAll } from '../run-all.ts';
import { build, cluster, components, contract, e2e, format, lint, types, unit, unused } from '../runners.ts';
import { orFail } from '../setup/failing.ts';
import { prepareTypeGenerator } from '../setup/type-generator.ts';
import { prepareSite } from '../setup/site.ts';
import { prepareHeadlessBrowser, prepareReplicas, prepareServers, prepareSpace } from '../setup/tests.ts';

/**
 * Everything, on a fresh machine too, in two rows that take about as long: what needs the built site, and what does not. With more at a time
 * tests wait for each other, and some take that for silence.
 */
await orFail(async () => {
  await prepareSpace();
  await prepareSite({ build: false });
  await prepareReplicas();
  await prepareHeadlessBrowser();
  await prepareServers();
  await prepareTypeGenerator();
  const passed = await runAll([
    [build, cluster, e2e],
    [types, lint, format, unused, unit, components, contract],
  ]);
  process.exitCode = passed ? 0 : 1;
});
