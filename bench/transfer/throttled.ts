import { type Row, row } from '../table.ts';
import { download } from '../client.ts';
import { type Contender, merged, type MergeCase, type Stage } from './stage.ts';

const WATCHED_MS = 6_000;

/** What comes of an upstream that gives each connection little, its first seconds included, beside what one connection brings. */
export async function measureThrottled(stage: Stage, merge: MergeCase): Promise<Row[]> {
  const ours = await mbPerS(merged(stage.throttled.ours, stage.media, merge));
  const single = await mbPerS(stage.proxied('slow', stage.media.pairs[merge.kind].video));
  return [row(merge.name, 'throughput vs one connection', ours, single)];
}

async function mbPerS({ url }: Contender): Promise<number> {
  const { bytes, totalMs } = await download(url(), { stopAfterMs: WATCHED_MS });
  return bytes / 1e3 / totalMs;
}
