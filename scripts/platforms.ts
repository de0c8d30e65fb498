import { startPlatforms } from '../tests/platforms/server.ts';

/** The replicas of the platforms by themselves, and how to point a site at them. Ctrl+C ends them. */
const platforms = await startPlatforms();
console.log(`✓ Replicas answer on 127.0.0.1, knobs on port ${platforms.controlPort}. Point a site at them with:`);
console.log(`  EGRESS_REPLICA_TLS_PORT=${platforms.tlsPort}`);
console.log(`  EGRESS_REPLICA_HTTP_PORT=${platforms.httpPort}`);
console.log(`  EGRESS_CA_FILE=${platforms.bundleFile}`);
