import { setTimeout as sleep } from 'node:timers/promises';
import { ask, type Child, startChild } from '../children.ts';
import type { MemoryInUse } from '../memory-in-use.ts';
import { type Row, row } from '../table.ts';
import type { BenchDatabase } from './databases.ts';
import type { SseFigures } from './sse-clients.ts';
import type { SseServerOptions } from './sse-server.ts';

const CLIENTS = 2_000;
const PER_S = 2 * CLIENTS;
const WARM_UP_MS = 3_000;
const WATCHED_MS = 10_000;
/** Until the last frames have arrived. */
const SETTLE_MS = 1_000;

type Usage = { cpuPercent: number };
type Figures = SseFigures & { bytesPerClient: number; cpuPercent: number; cpuPercentWithoutClients: number };

/**
 * 2,000 pages that each follow a download of another server: each event goes through the database. Beside a server that does nothing
 * but write the same frames. Processor time is that of the server's process and what it has started, of one core; that of a
 * PostgreSQL elsewhere is not in it.
 */
export async function measureSse({ name, createTarget }: BenchDatabase): Promise<Row[]> {
  const ours = await measure({ target: await createTarget() });
  const bare = await measure({ target: null });
  const title = `${name} sse ${CLIENTS} clients`;
  return [
    row(title, 'KB a client', ours.bytesPerClient / 1024, bare.bytesPerClient / 1024),
    row(title, 'delay ms p50', ours.delayMs.p50, bare.delayMs.p50),
    row(title, 'delay ms p99', ours.delayMs.p99, bare.delayMs.p99),
    row(title, 'cpu %', ours.cpuPercent, bare.cpuPercent),
    row(title, 'cpu % without clients', ours.cpuPercentWithoutClients, bare.cpuPercentWithoutClients),
    row(title, 'frames', ours.frames, (PER_S * WATCHED_MS) / 1000),
  ];
}

async function measure(options: SseServerOptions): Promise<Figures> {
  const server = await startChild('jobs/sse-server.ts', options);
  const clients = await startChild('jobs/sse-clients.ts');
  try {
    // What the first events leave in memory is none of the clients'.
    await publish(server, WARM_UP_MS);
    const { cpuPercent: cpuPercentWithoutClients } = await publish(server, WARM_UP_MS);
    const before = await ask<MemoryInUse>(server, '/memory');
    await ask(clients, `/open?port=${server.port}&count=${CLIENTS}`);
    await publish(server, WARM_UP_MS);
    await sleep(SETTLE_MS);
    await ask(clients, '/forget');
    const { cpuPercent } = await publish(server, WATCHED_MS);
    await sleep(SETTLE_MS);
    const figures = await ask<SseFigures>(clients, '/figures');
    const after = await ask<MemoryInUse>(server, '/memory');
    const bytesPerClient = (after.residentBytes - before.residentBytes) / CLIENTS;
    return { ...figures, bytesPerClient, cpuPercent, cpuPercentWithoutClients };
  } finally {
    await clients.close();
    await server.close();
  }
}

function publish(server: Child, durationMs: number): Promise<Usage> {
  return ask<Usage>(server, `/publish?downloads=${CLIENTS}&perS=${PER_S}&ms=${durationMs}`);
}
