import { setTimeout as sleep } from 'node:timers/promises';
import { median, type Row, row } from '../table.ts';
import { download } from '../client.ts';
import { type Contender, type MergeCase, merged, muxed, passedOn, type Stage } from './stage.ts';
import { cpuS } from '../usage.ts';

type Figures = { mbPerS: number; cpuSPerGb: number };

const ROUNDS = 7;
/** Those that take seconds are asked less often. */
const SLOW_ROUNDS = 3;
/** Until a process that has sent its last byte is counted. */
const SETTLE_MS = 30;

export async function measureMerge(stage: Stage, merge: MergeCase): Promise<Row[]> {
  const { media, fast } = stage;
  const { name, kind, isSecure = false } = merge;
  const { ours, nginx, ffmpeg, peer } = await compare({
    ours: merged(fast.ours, media, merge),
    nginx: stage.proxied(isSecure ? 'tls' : 'http', media.pairs[kind].video),
    ffmpeg: muxed(fast.muxers, 'ffmpeg', media, merge),
    peer: muxed(fast.muxers, 'peer', media, merge),
  });
  return [
    row(name, 'throughput vs nginx', ours.mbPerS, nginx.mbPerS),
    row(name, 'throughput vs ffmpeg', ours.mbPerS, ffmpeg.mbPerS),
    row(name, 'throughput vs peer', ours.mbPerS, peer.mbPerS),
    row(name, 'cpu vs ffmpeg', ours.cpuSPerGb, ffmpeg.cpuSPerGb),
  ];
}

export async function measurePassthrough(stage: Stage, name: string, isSecure: boolean): Promise<Row[]> {
  const file = stage.media.pairs.plain.video;
  const { ours, nginx } = await compare({
    ours: passedOn(stage.fast.ours, file, isSecure),
    nginx: stage.proxied(isSecure ? 'tls' : 'http', file),
  });
  return [
    row(name, 'throughput vs nginx', ours.mbPerS, nginx.mbPerS),
    row(name, 'cpu vs nginx', ours.cpuSPerGb, nginx.cpuSPerGb),
  ];
}

/** All in turns, so that what else the machine does meets each of them; the first turn is for warming up. */
async function compare<Name extends string>(contenders: Record<Name, Contender>): Promise<Record<Name, Figures>> {
  const entries = Object.entries<Contender>(contenders);
  const runs = new Map(entries.map(([name]) => [name, { mbPerS: [] as number[], cpuS: 0, bytes: 0 }]));
  for (let round = 0; round <= ROUNDS; round++) {
    for (const [name, contender] of entries) {
      const run = runs.get(name);
      if (!run || (round > SLOW_ROUNDS && isSlow(name))) continue;
      const figures = await once(contender);
      if (round === 0) continue;
      run.mbPerS.push(figures.mbPerS);
      run.cpuS += figures.cpuS;
      run.bytes += figures.bytes;
    }
  }
  const figures = [...runs].map(([name, run]) => [
    name,
    { mbPerS: median(run.mbPerS), cpuSPerGb: run.cpuS / (run.bytes / 1e9) },
  ]);
  return Object.fromEntries(figures) as Record<Name, Figures>;
}

function isSlow(name: string): boolean {
  return name === 'ffmpeg' || name === 'peer';
}

async function once({ pid, url }: Contender): Promise<{ mbPerS: number; cpuS: number; bytes: number }> {
  const before = cpuS(pid);
  const { status, bytes, totalMs, promisedBytes } = await download(url());
  if (status !== 200 || (promisedBytes !== null && promisedBytes !== bytes)) {
    throw new Error(`${url()}: ${status}, ${bytes} bytes of ${promisedBytes}`);
  }
  await sleep(SETTLE_MS);
  return { mbPerS: bytes / 1e3 / totalMs, cpuS: cpuS(pid) - before, bytes };
}
