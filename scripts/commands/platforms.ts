import { readRecording } from '../../tests/platforms/recorded.ts';
import { startPlatforms } from '../../tests/platforms/server.ts';
import { orFail } from '../setup/failing.ts';
import { prepareReplicas } from '../setup/tests.ts';

/**
 * The replicas of the platforms by themselves, or a recording in their place, and how to point a site at them; `npm run demo` starts the site
 * beside them. Ctrl+C ends them.
 */
await orFail(async () => {
  const [file] = process.argv.slice(2);
  await prepareReplicas();
  const platforms = await startPlatforms(file === undefined ? {} : { recording: readRecording(file) });
  console.log(`✓ Replicas answer on 127.0.0.1, knobs on port ${platforms.controlPort}. Point a site at them with:`);
  console.log(`  EGRESS_REPLICA_TLS_PORT=${platforms.tlsPort}`);
  console.log(`  EGRESS_REPLICA_HTTP_PORT=${platforms.httpPort}`);
  console.log(`  EGRESS_CA_FILE=${platforms.bundleFile}`);
});
