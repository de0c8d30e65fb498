import { setTimeout as sleep } from 'node:timers/promises';
import { median, type Row, row } from '../table.ts';
import { download } from '../client.ts';
import { type Contender, type MergeCase, merged, muxed, type Stage } from './stage.ts';

const SAMPLES = 15;
const SLOW_SAMPLES = 7;
/** Until code is compiled. */
const WARM_UPS = 10;
/** Between two, so that one is not measured while the machine still clears up after the other. */
const PAUSE_MS = 100;

/** Until the first byte of a file that nothing is known of yet, beyond one question to the upstream and its answer. */
export async function measureFirstByte({ delayed, media }: Stage, merge: MergeCase): Promise<Row[]> {
  const roundTrip = await firstByteMs(delayed.upstream, SAMPLES);
  const ours = await firstByteMs(merged(delayed.ours, media, merge), SAMPLES);
  const ffmpeg = await firstByteMs(muxed(delayed.muxers, 'ffmpeg', media, merge), SLOW_SAMPLES);
  return [row(merge.name, 'first byte ms over rtt', ours - roundTrip, ffmpeg - roundTrip)];
}

async function firstByteMs({ url }: Contender, samples: number): Promise<number> {
  const times: number[] = [];
  for (let i = -WARM_UPS; i < samples; i++) {
    const { firstByteMs: time } = await download(url(), { stopAfterBytes: 1 });
    if (i >= 0) times.push(time);
    await sleep(PAUSE_MS);
  }
  return median(times);
}
