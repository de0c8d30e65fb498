import { readdirSync, readlinkSync } from 'node:fs';
import { openS3Bucket } from '#/server/bucket/s3-bucket.ts';
import { sharedSecret } from '#/server/store/tables/secrets.ts';
import { openStore } from '#/server/store/store.ts';
import { createChance } from '#/server/transfer/fixtures/chance.ts';
import { type Cluster, startCluster } from '../../tests/cluster/cluster.ts';
import { type Audit, audit, watchReady } from './soak-jobs/audit.ts';
import { killAtRandom, type Kills } from './soak-jobs/kills.ts';
import { type Load, startLoad } from './soak-jobs/load.ts';

export type JobsSoakOptions = { kills: number; seed: number; log?: (line: string) => void };

export type JobsSoakReport = Kills &
  Audit &
  Pick<Load, 'streams' | 'refusals'> & { promised: number; unfinishedUploads: number; seconds: number };

/** Of one connection to a platform, so that a file takes about a second, and its making is there to be killed. */
const BYTES_PER_S = 500_000;

/**
 * A site on several machines under load, of which web nodes, workers and the database are killed at random moments. Everything that
 * was promised must be there in the end, once, with the right bytes, and nothing else. The same seed chooses the same victims; what
 * they are just doing is up to the machine.
 */
export async function soakJobs({ kills, seed, log = () => {} }: JobsSoakOptions): Promise<JobsSoakReport> {
  const startedAt = performance.now();
  const cluster = await startCluster();
  const store = await openStore({ url: cluster.databaseUrl, folder: '', log: () => {} });
  const bucket = await openS3Bucket(cluster.s3.settings);
  try {
    await watchReady(store);
    cluster.platforms.knobs.throttleBytesPerS = BYTES_PER_S;
    const load = startLoad(cluster, await sharedSecret(store, 'signing'), createChance(seed));
    const killed = await killAtRandom(cluster, kills, createChance(seed + 1), log);
    cluster.platforms.reset();
    await load.stop();
    log(`${load.promised.length} files are promised`);
    const audited = await audit(cluster, store, bucket, load.promised);
    const faults = [...load.faults, ...audited.faults, ...(await endAll(cluster))];
    const { streams, refusals, promised } = load;
    const unfinishedUploads = (await cluster.s3.unfinishedUploads()).length;
    const seconds = (performance.now() - startedAt) / 1000;
    return { ...killed, ...audited, streams, refusals, promised: promised.length, unfinishedUploads, seconds, faults };
  } finally {
    await bucket.close();
    await store.close();
    await cluster.close();
  }
}

/** Every node ends when it is told to, and leaves no process behind, of those that were killed neither. */
async function endAll({ webs, workers, folder }: Cluster): Promise<string[]> {
  const nodes = [...webs, ...workers];
  const ends = await Promise.all(nodes.map(async ({ name, close }) => ({ name, code: await close() })));
  const failed = ends.filter(({ code }) => code !== 0).map(({ name, code }) => `${name} ended with ${code}`);
  const left = processesIn(folder);
  return left.length === 0 ? failed : [...failed, `processes are left: ${left.join(', ')}`];
}

/** Those that work in a folder, as the extractor's do in their node's. */
function processesIn(folder: string): string[] {
  return readdirSync('/proc').filter((pid) => /^\d+$/.test(pid) && workingFolder(pid).startsWith(folder));
}

function workingFolder(pid: string): string {
  try {
    return readlinkSync(`/proc/${pid}/cwd`);
  } catch {
    return '';
  }
}

export function printJobsReport(report: JobsSoakReport): void {
  const { byName, longestStartMs, promised, outcomes, attempts, streams, refusals, faults } = report;
  const list = (counts: Record<string, number>) =>
    Object.entries(counts)
      .toSorted((a, b) => b[1] - a[1])
      .map(([name, count]) => `${count} ${name}`)
      .join(', ') || 'none';
  console.log(`killed: ${list(byName)}; started again within ${(longestStartMs / 1000).toFixed(1)} s`);
  console.log(`promised: ${promised} files; ${list(outcomes)}`);
  console.log(
    `made at attempt: ${Object.entries(attempts)
      .map(([n, count]) => `${n}: ${count}`)
      .join(', ')}`,
  );
  console.log(`streams: ${streams.whole} whole, ${streams.resumed} of them resumed`);
  console.log(`refused, and asked again: ${list(refusals)}`);
  console.log(`swept: ${report.orphansSwept} objects; ${report.unfinishedUploads} unfinished uploads are S3's to end`);
  console.log(`settled ${report.settledAfterS.toFixed(0)} s after the last; ${report.seconds.toFixed(0)} s in all`);
  console.log(faults.length === 0 ? 'nothing is wrong' : faults.slice(0, 50).join('\n'));
}
