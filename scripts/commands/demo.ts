import { join } from 'node:path';
import { orFail } from '../setup/failing.ts';
import { CACHE } from '../setup/paths.mjs';
import { step } from '../setup/progress.mjs';
import { prepareSite } from '../setup/site.ts';
import { prepareReplicas } from '../setup/tests.ts';
import { turnOnTrial } from '../setup/trial-settings.ts';

const LINKS_PER_PLATFORM = 3;

/** The site beside the replicas of the platforms: everything works, nothing leaves this machine. */
await orFail(async () => {
  await prepareSite({ build: true });
  await prepareReplicas();
  const { conditions, startPlatforms } = await import('../../tests/platforms/server.ts');
  const replicas = await step('Replicas', async () => {
    const started = await startPlatforms();
    return { ...started, detail: 'five platforms on this machine' };
  });
  turnOnTrial(process.env);
  process.env['DATA_DIR'] ??= join(CACHE, 'demo-data');
  process.env['EGRESS_REPLICA_TLS_PORT'] = String(replicas.tlsPort);
  process.env['EGRESS_REPLICA_HTTP_PORT'] = String(replicas.httpPort);
  process.env['EGRESS_CA_FILE'] = replicas.bundleFile;
  await import('../../src/entry.node.ts');

  console.log('\nLinks to paste:');
  for (const links of Object.values(Object.groupBy(conditions, ({ platform }) => platform))) {
    const good = links.filter(({ expect }) => 'files' in expect).slice(0, LINKS_PER_PLATFORM);
    for (const { link, what } of good) console.log(`  ${link}   ${what}`);
  }
});
