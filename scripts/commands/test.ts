import { cluster, components, contract, e2e, format, lint, runAll, types, unit } from '../runners.ts';
import { buildSite } from '../setup/build.ts';
import { orFail } from '../setup/failing.ts';
import { prepareTypeGenerator } from '../setup/type-generator.ts';
import { prepareSite } from '../setup/site.ts';
import { prepareBrowser, prepareReplicas, prepareServers, prepareSpace } from '../setup/tests.ts';

/** Everything, on a fresh machine too. The build is a check of its own: without it only what is tried on the built site fails as well. */
await orFail(async () => {
  await prepareSpace();
  await prepareSite({ build: false });
  await prepareReplicas();
  await prepareBrowser();
  await prepareServers();
  await prepareTypeGenerator();
  const build = {
    name: 'build',
    run: () =>
      buildSite().then(
        () => ({ passed: 1, failed: 0 }),
        (error) => {
          console.error(error instanceof Error ? error.message : error);
          return { passed: 0, failed: 1 };
        },
      ),
  };
  const passed = await runAll([types, lint, format, unit, components, contract, build, cluster, e2e]);
  process.exitCode = passed ? 0 : 1;
});
