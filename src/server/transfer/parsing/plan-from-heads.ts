import type { Input } from '../layout/input.ts';
import type { FileLayout } from '../layout/layout.ts';
import { packTail, unpackLayout } from '../layout/sent-layout.ts';
import type { Cut } from '../mp4/clip.ts';
import type { MergedLayout } from '../mp4/merge.ts';
import type { FoundMoof } from '../mp4/read-fragments.ts';
import type { FillTail } from '../mp4/moov-at-end.ts';
import type { SentMoofs, SentPlan } from './head-tasks.ts';
import type { Heads } from './heads.ts';

/** What a thread laid out, as it is served. Tables that are made in the end are made by a thread, too. */
export function planFromHeads(
  { layout, cut, way }: SentPlan,
  inputs: readonly Input[],
  heads: Pick<Heads, 'run'>,
): { layout: FileLayout; cut: Cut | null; way: MergedLayout['way'] } {
  const fill: FillTail = async (tail, moofs, signal) => {
    const given = { tail: packTail(tail), moofs: moofs.map(packMoofs) };
    return Buffer.from((await heads.run('tail', [], given, signal)).buffer);
  };
  return { layout: unpackLayout(layout, inputs, fill), cut, way };
}

function packMoofs(moofs: readonly FoundMoof[]): SentMoofs {
  const places = Float64Array.from(moofs.flatMap(({ offset, bytes }) => [offset, bytes.length]));
  const bytes = new Uint8Array(moofs.reduce((sum, moof) => sum + moof.bytes.length, 0));
  let at = 0;
  for (const moof of moofs) {
    bytes.set(moof.bytes, at);
    at += moof.bytes.length;
  }
  return { places, bytes };
}
