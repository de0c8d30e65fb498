import { Pool } from 'undici';
import { API_KEY } from '../../tests/setup/site.ts';
import { type Child, startChild } from '../children.ts';
import { percentile, type Row, row } from '../table.ts';
import { cpuS } from '../usage.ts';

const LINK = 'https://x.com/replica/status/1800000000000000001';
const CONNECTIONS = 8;
const WARM_UP_MS = 2_000;
const MEASURE_MS = 8_000;

type Figures = { perCpuS: number; p99Ms: number };

/** Links whose media are known already, by the downloader API and by that of existing clients; beside an echo of Node's own server. */
export async function resolveFromCache(): Promise<Row[]> {
  const server = await startChild('api/resolve-server.ts');
  try {
    const rows: Row[] = [];
    const bare = await measure(server, '/bare');
    for (const path of ['/api/v1/resolve', '/api/cobalt/']) {
      const ours = await measure(server, path);
      rows.push(row(`from cache: ${path}`, 'per s on one core', ours.perCpuS, bare.perCpuS));
      rows.push(row(`from cache: ${path}`, `p99 ms, ${CONNECTIONS} at once`, ours.p99Ms, bare.p99Ms));
    }
    return rows;
  } finally {
    await server.close();
  }
}

async function measure(server: Child, path: string): Promise<Figures> {
  await load(server, path, WARM_UP_MS);
  const before = cpuS(server.pid);
  const tookMs = await load(server, path, MEASURE_MS);
  return { perCpuS: tookMs.length / (cpuS(server.pid) - before), p99Ms: percentile(tookMs, 0.99) };
}

/** Each connection asks again when it is answered. Milliseconds of each request. */
async function load({ port }: Child, path: string, ms: number): Promise<number[]> {
  const pool = new Pool(`http://127.0.0.1:${port}`, { connections: CONNECTIONS });
  const headers = { accept: 'application/json', 'content-type': 'application/json', 'api-key': API_KEY };
  const body = JSON.stringify({ url: LINK });
  const endMs = performance.now() + ms;
  const tookMs: number[] = [];
  const asker = async (): Promise<void> => {
    for (let beganMs = performance.now(); beganMs < endMs; beganMs = performance.now()) {
      const answer = await pool.request({ path, method: 'POST', headers, body });
      await answer.body.dump();
      if (answer.statusCode !== 200) throw new Error(`${path}: ${answer.statusCode}`);
      tookMs.push(performance.now() - beganMs);
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, asker));
  await pool.close();
  return tookMs;
}
