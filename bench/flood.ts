import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ensureCertificates } from '../tests/platforms/certificates.ts';
import { ask, type Child, startChild } from './children.ts';
import { CLIENTS, type FloodFigures } from './flood/clients.ts';
import type { FloodServerOptions } from './flood/server.ts';
import { downloadsMbPerS } from './flood/visits.ts';
import type { MemoryInUse } from './memory-in-use.ts';
import { median, percentile, type Row, row } from './table.ts';
import { ensureBenchMedia } from './transfer/media.ts';
import { startUpstream } from './transfer/nginx.ts';
import { cpuS } from './usage.ts';

const ROUNDS = 5;
const ROUND_MS = 4_000;
/** The flood begins before, and ends after, what is measured beside it. */
const MARGIN_MS = 500;
const ALONE_MS = 10_000;
/** A line of 100 Mbit/s. */
const LINE_BYTES_PER_S = 12_500_000;

type Stage = { ours: Child; decoy: Child; clients: Child; file: string };

/**
 * 200 clients over their limits who ask five times a second each, a thousand in all, while three visitors download. The flood has a
 * process of its own, but the same processors: so it also goes to a decoy, a bare server of Node's that refuses everything, and what
 * the visitors lose by that is the flood's own cost on this machine. All in turns.
 */
export async function flood(): Promise<Row[]> {
  const { folder: media, pairs } = ensureBenchMedia();
  const certificates = ensureCertificates();
  const folder = await mkdtemp(join(tmpdir(), 'clipferry-bench-'));
  const upstream = await startUpstream(media, certificates);
  const replica = { httpPort: upstream.ports.http, tlsPort: upstream.ports.tls, caFile: certificates.caFile };
  const start = (options: FloodServerOptions) => startChild('flood/server.ts', options);
  const ours = await start({ folder, replica });
  const decoy = await start({ folder, replica: null });
  const clients = await startChild('flood/clients.ts');
  const stage: Stage = { ours, decoy, clients, file: pairs.plain.video };
  try {
    await ask(clients, `/use-up?port=${ours.port}`);
    return [
      ...(await measureRefusals(stage)),
      ...(await measureVisitors(stage, 'visitors on 100 Mbit/s lines', LINE_BYTES_PER_S)),
      ...(await measureVisitors(stage, 'visitors without a bound')),
    ];
  } finally {
    for (const child of [clients, decoy, ours, upstream]) await child.close();
    await rm(folder, { recursive: true, force: true });
  }
}

async function measureRefusals({ ours, decoy, clients }: Stage): Promise<Row[]> {
  const name = `flood of ${CLIENTS} clients`;
  await floodOf(clients, ours, ROUND_MS);
  const before = await ask<MemoryInUse>(ours, '/memory');
  const refused = await costOf(clients, ours);
  const after = await ask<MemoryInUse>(ours, '/memory');
  const bare = await costOf(clients, decoy);
  return [
    row(name, 'answers/s vs decoy', refused.perS, bare.perS),
    ...latencies(name, refused.refusalsMs, bare.refusalsMs),
    row(name, 'cpu ms a refusal vs decoy', refused.cpuMs, bare.cpuMs),
    row(name, 'memory MB after vs before', after.residentBytes / 1e6, before.residentBytes / 1e6),
    row(name, 'not 429', refused.notRefused, bare.notRefused),
    row(name, '429 without Retry-After', refused.withoutRetryAfter, bare.withoutRetryAfter),
  ];
}

async function costOf(clients: Child, server: Child) {
  const cpuBefore = cpuS(server.pid);
  const figures = await floodOf(clients, server, ALONE_MS);
  const answers = figures.refusalsMs.length;
  return { ...figures, perS: (answers * 1000) / ALONE_MS, cpuMs: ((cpuS(server.pid) - cpuBefore) * 1000) / answers };
}

async function measureVisitors(
  { ours, decoy, clients, file }: Stage,
  name: string,
  bytesPerS?: number,
): Promise<Row[]> {
  const runs: Record<'alone' | 'flooded' | 'decoyed', number[]> = { alone: [], flooded: [], decoyed: [] };
  const p50s: number[] = [];
  const p99s: number[] = [];
  const visits = () => downloadsMbPerS(ours.port, file, ROUND_MS, bytesPerS);
  const visitsBeside = async (target: Child): Promise<{ mbPerS: number; figures: FloodFigures }> => {
    const flooding = floodOf(clients, target, ROUND_MS + 2 * MARGIN_MS);
    await sleep(MARGIN_MS);
    const mbPerS = await visits();
    return { mbPerS, figures: await flooding };
  };
  await visits();
  for (let round = 0; round < ROUNDS; round++) {
    runs.alone.push(await visits());
    const flooded = await visitsBeside(ours);
    runs.flooded.push(flooded.mbPerS);
    p50s.push(percentile(flooded.figures.refusalsMs, 0.5));
    p99s.push(percentile(flooded.figures.refusalsMs, 0.99));
    runs.decoyed.push((await visitsBeside(decoy)).mbPerS);
  }
  const [alone, flooded, decoyed] = [median(runs.alone), median(runs.flooded), median(runs.decoyed)];
  return [
    row(name, 'MB/s flooded vs not', flooded, alone),
    row(name, 'MB/s decoy flooded vs not', decoyed, alone),
    row(name, 'MB/s flooded vs decoy flooded', flooded, decoyed),
    row(name, '429 ms p50, median and worst round', median(p50s), Math.max(...p50s)),
    row(name, '429 ms p99, median and worst round', median(p99s), Math.max(...p99s)),
  ];
}

function latencies(name: string, ours: readonly number[], baseline: readonly number[]): Row[] {
  return [0.5, 0.99].map((share) =>
    row(name, `429 ms p${share * 100}`, percentile(ours, share), percentile(baseline, share)),
  );
}

function floodOf(clients: Child, { port }: Child, durationMs: number): Promise<FloodFigures> {
  return ask<FloodFigures>(clients, `/flood?port=${port}&ms=${durationMs}`);
}
