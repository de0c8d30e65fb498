import { runAll } from '../run-all.ts';
import { build, cluster, components, contract, e2e, format, lint, types, unit, unused } from '../runners.ts';
import { orFail } from '../setup/failing.ts';
import { prepareTypeGenerator } from '../setup/type-generator.ts';
import { prepareSite } from '../setup/site.ts';
import { prepareBrowser, prepareReplicas, prepareServers, prepareSpace } from '../setup/tests.ts';

/**
 * Everything, on a fresh machine too. What several machines do is tried beside the unit tests: it waits more than it works. Contract and
 * end-to-end tests take two processors each and go alone.
 */
await orFail(async () => {
  await prepareSpace();
  await prepareSite({ build: false });
  await prepareReplicas();
  await prepareBrowser();
  await prepareServers();
  await prepareTypeGenerator();
  const passed = await runAll([
    [[build], [types, lint, format, unused]],
    [[cluster], [unit, components]],
    [[contract]],
    [[e2e]],
  ]);
  process.exitCode = passed ? 0 : 1;
});
