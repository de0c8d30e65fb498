import { setTimeout as sleep } from 'node:timers/promises';
import { type Row, row } from '../table.ts';
import { download } from '../client.ts';
import { type Contender, type MergeCase, merged, muxed, type Stage } from './stage.ts';
import { memoryMb } from '../usage.ts';

/** Of each stream: 1080p five times faster than it plays. */
const BYTES_PER_S = 4_000_000;
const WATCHED_MS = 10_000;
const SAMPLE_MS = 200;
const IDLE_MS = 500;

/** What a new process grows by for each stream that it serves at once, at its peak. */
export async function measureMemory(stage: Stage, merge: MergeCase, streamCounts: readonly number[]): Promise<Row[]> {
  const ours = await stage.startOurs();
  const oursMb = await growth(merged(ours, stage.media, merge), streamCounts);
  await ours.close();
  const muxers = await stage.startMuxers();
  const ffmpegMb = await growth(muxed(muxers, 'ffmpeg', stage.media, merge), streamCounts);
  await muxers.close();
  const most = Math.max(...streamCounts);
  return streamCounts.map((count, place) => {
    const name = count === most ? merge.name : `${merge.name} ${count} stream${count === 1 ? '' : 's'}`;
    return row(name, 'memory per stream MB', oursMb[place] ?? NaN, ffmpegMb[place] ?? NaN);
  });
}

async function growth(contender: Contender, streamCounts: readonly number[]): Promise<number[]> {
  // Code is compiled and the first connections are made.
  await download(contender.url(), { stopAfterBytes: 1_000_000 });
  await sleep(IDLE_MS);
  const idleMb = memoryMb(contender.pid);
  const grown: number[] = [];
  for (const count of streamCounts) grown.push(((await peakMb(contender, count)) - idleMb) / count);
  return grown;
}

async function peakMb({ pid, url }: Contender, streams: number): Promise<number> {
  let peak = 0;
  const watch = setInterval(() => (peak = Math.max(peak, memoryMb(pid))), SAMPLE_MS);
  const paced = { bytesPerS: BYTES_PER_S, stopAfterMs: WATCHED_MS };
  await Promise.all(Array.from({ length: streams }, () => download(url(), paced)));
  clearInterval(watch);
  await sleep(IDLE_MS);
  return peak;
}
