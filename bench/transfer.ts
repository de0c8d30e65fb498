import type { Row } from './table.ts';
import { measureFirstByte } from './transfer/first-byte.ts';
import { measureMemory } from './transfer/memory.ts';
import { type MergeCase, startStage } from './transfer/stage.ts';
import { measureThrottled } from './transfer/throttled.ts';
import { measureMerge, measurePassthrough } from './transfer/throughput.ts';

const PLAIN: MergeCase = { name: 'merge plain', kind: 'plain' };
const TAIL: MergeCase = { name: 'merge tail', kind: 'fragmented' };
const FRAG: MergeCase = { name: 'merge frag', kind: 'fragmented', isForPlaying: true };
const WEBM: MergeCase = { name: 'merge webm', kind: 'webm' };
const STREAMS = 50;

/**
 * Files put together and passed on, beside nginx that passes one on, an ffmpeg process for each file, and a pipeline of fetch and
 * ffmpeg: the same upstream, the same bytes, in turns. MB are 10⁶ bytes; processor time is that of a whole process tree.
 */
export async function transfer(): Promise<Row[]> {
  const stage = await startStage();
  const rows: Row[] = [];
  try {
    for (const merge of [PLAIN, TAIL, FRAG, WEBM]) {
      rows.push(...(await measureMerge(stage, merge)), ...(await measureFirstByte(stage, merge)));
      rows.push(...(await measureMemory(stage, merge, merge === TAIL ? [1, 10, STREAMS] : [STREAMS])));
    }
    rows.push(...(await measureMerge(stage, { ...TAIL, name: 'merge tail tls', isSecure: true })));
    rows.push(...(await measureThrottled(stage, { ...TAIL, name: 'merge tail throttled 2 MB/s' })));
    rows.push(...(await measurePassthrough(stage, 'passthrough', false)));
    rows.push(...(await measurePassthrough(stage, 'passthrough tls', true)));
    return rows;
  } finally {
    await stage.close();
  }
}
