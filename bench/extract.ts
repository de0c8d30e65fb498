import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Platform } from '#/model/platform.ts';
import { createEgress } from '#/server/egress/index.ts';
import { egressHosts } from '#/server/engine/index.ts';
import { startWorker, type WorkerProcess } from '#/server/engine/worker/process.ts';
import { startPlatforms } from '../tests/platforms/server.ts';
import { median, type Row, row } from './table.ts';

const LINKS: Record<Platform, string> = {
  facebook: 'https://www.facebook.com/watch/?v=900000000000001',
  instagram: 'https://www.instagram.com/p/REPLICAok01/',
  tiktok: 'https://www.tiktok.com/@replica.user/video/7400000000000000001',
  twitter: 'https://x.com/i/status/1800000000000000001',
  youtube: 'https://www.youtube.com/watch?v=OKvideo0001',
};
/** The one YouTube client that needs no JavaScript, so that both sides do the same work. */
const CLIENT = 'visionos';
const WARM_UP = 3;
const WORKER_RUNS = 30;
const PROCESS_RUNS = 7;
/** USER_HZ: the unit of the times in /proc/<pid>/stat is 10 ms on Linux. */
const CPU_TICK_MS = 10;

type Figures = { wallMs: number; cpuMs: number; memoryMb: number };

/** A link's extraction by the engine's warm worker, beside a yt-dlp process started for it: the same links, the same replicas. */
export async function extract(): Promise<Row[]> {
  const extractor = JSON.parse(readFileSync(join(import.meta.dirname, '../.engine/extractor.json'), 'utf8'));
  const cacheDir = await mkdtemp(join(tmpdir(), 'clipferry-bench-'));
  const platforms = await startPlatforms();
  const { tlsPort, httpPort, caFile } = platforms;
  const egress = await createEgress({ allowedHosts: egressHosts, replica: { tlsPort, httpPort, caFile } });
  const setting = { ...extractor, proxyUrl: egress.proxyUrl, caBundleFile: platforms.bundleFile, cacheDir };
  const worker = startWorker(setting);
  await worker.ready;
  try {
    const rows: Row[] = [];
    for (const [platform, url] of Object.entries(LINKS)) {
      const ours = await measureWorker(worker, url);
      const baseline = await measureProcess(setting, url);
      rows.push(
        row(platform, 'wall ms', ours.wallMs, baseline.wallMs),
        row(platform, 'cpu ms', ours.cpuMs, baseline.cpuMs),
        row(platform, 'memory MB', ours.memoryMb, baseline.memoryMb),
      );
    }
    return rows;
  } finally {
    worker.stop();
    await worker.exited;
    await egress.close();
    await platforms.close();
    await rm(cacheDir, { recursive: true });
  }
}

async function measureWorker(worker: WorkerProcess, url: string): Promise<Figures> {
  const once = async () => {
    const start = performance.now();
    const outcome = await worker.run({
      url,
      deadlineMs: 30_000,
      extractorArgs: { youtube: { player_client: [CLIENT] } },
    });
    if (!('info' in outcome) || !outcome.info) throw new Error(`The worker could not extract ${url}`);
    return performance.now() - start;
  };
  for (let i = 0; i < WARM_UP; i++) await once();
  const cpuBefore = cpuMs(worker.pid);
  const walls: number[] = [];
  for (let i = 0; i < WORKER_RUNS; i++) walls.push(await once());
  return {
    wallMs: median(walls),
    cpuMs: (cpuMs(worker.pid) - cpuBefore) / WORKER_RUNS,
    memoryMb: peakMemoryMb(worker.pid),
  };
}

/** Runs a command and tells its own resource use, children included: Node cannot know it of a process that has ended. */
const METER = `
import json, resource, subprocess, sys, time
start = time.perf_counter()
code = subprocess.run(sys.argv[1:], stdout=subprocess.DEVNULL).returncode
use = resource.getrusage(resource.RUSAGE_CHILDREN)
print(json.dumps({'code': code, 'wallMs': (time.perf_counter() - start) * 1000,
                  'cpuMs': (use.ru_utime + use.ru_stime) * 1000, 'memoryMb': use.ru_maxrss / 1024}))
`;

type Setting = {
  python: string;
  extractorPath: string | null;
  proxyUrl: string;
  caBundleFile: string;
  cacheDir: string;
};

async function measureProcess(setting: Setting, url: string): Promise<Figures> {
  const runs: Figures[] = [];
  for (let i = 0; i <= PROCESS_RUNS; i++) {
    const figures = await runProcess(setting, url);
    // The first run compiles Python's files.
    if (i > 0) runs.push(figures);
  }
  return {
    wallMs: median(runs.map((run) => run.wallMs)),
    cpuMs: median(runs.map((run) => run.cpuMs)),
    memoryMb: median(runs.map((run) => run.memoryMb)),
  };
}

async function runProcess(
  { python, extractorPath, proxyUrl, caBundleFile, cacheDir }: Setting,
  url: string,
): Promise<Figures> {
  const command = ['-m', 'yt_dlp', '-J', '--no-warnings', '--ignore-config', '--no-cache-dir', '--no-playlist'];
  const options = [
    '--compat-options',
    'no-certifi',
    '--proxy',
    proxyUrl,
    '--extractor-args',
    `youtube:player_client=${CLIENT}`,
  ];
  const child = spawn(python, ['-c', METER, python, ...command, ...options, url], {
    env: {
      PATH: '/usr/bin:/bin',
      HOME: '/nonexistent',
      LANG: 'C.UTF-8',
      SSL_CERT_FILE: caBundleFile,
      PYTHONPYCACHEPREFIX: join(cacheDir, 'pycache'),
      ...(extractorPath && { PYTHONPATH: extractorPath }),
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let printed = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    printed += text;
  });
  await once(child, 'close');
  const { code, ...figures } = JSON.parse(printed);
  if (code !== 0) throw new Error(`yt-dlp could not extract ${url}`);
  return figures;
}

function cpuMs(pid: number | undefined): number {
  // Fields 14 and 15 of proc(5) stat, counted behind the name in brackets.
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ');
  return (Number(fields[11]) + Number(fields[12])) * CPU_TICK_MS;
}

function peakMemoryMb(pid: number | undefined): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(/VmHWM:\s+(\d+)/.exec(status)?.[1]) / 1024;
}
