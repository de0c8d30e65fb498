import { type Box, boxesIn, findBox } from './boxes.ts';

/** An MP4 fragment of one track: `moof`, its `mdat`, and what stands between the last fragment and them. */
export type Fragment = {
  start: number;
  end: number;
  /** Both in the track's timescale. */
  earliestPresentationTime: number;
  duration: number;
  startsWithSyncSample: boolean;
};

/** What `trex` and then `tfhd` say of samples of which `trun` does not. */
type Defaults = { duration: number; flags: number };
type Run = { duration: number; earliest: number; firstFlags: number | undefined };

/** ISO/IEC 14496-12, 8.8.3.1: sample_is_non_sync_sample. */
const NON_SYNC = 0x10000;

/** The fragments of a file with one track. Throws where a fragment's data would not move along with it. */
export function fragmentsOf(file: Buffer): Fragment[] {
  const top = boxesIn(file);
  const moov = top.find(({ type }) => type === 'moov');
  if (!moov) throw new Error('no moov');
  const trex = findBox(file, ['mvex', 'trex'], moov).bodyStart;
  const defaults = { duration: file.readUInt32BE(trex + 12), flags: file.readUInt32BE(trex + 20) };
  const fragments: Fragment[] = [];
  let start: number | undefined;
  let moof: Box | undefined;
  for (const box of top) {
    if (box.type === 'moof') moof = box;
    start ??= moof?.start;
    if (box.type !== 'mdat' || !moof || start === undefined) continue;
    fragments.push({ start, end: box.end, ...readFragment(file, moof, defaults) });
    start = box.end;
    moof = undefined;
  }
  return fragments;
}

function readFragment(file: Buffer, moof: Box, trex: Defaults) {
  const traf = findBox(file, ['traf'], moof);
  const tfdt = findBox(file, ['tfdt'], traf).bodyStart;
  const decodeTime = file[tfdt] === 1 ? Number(file.readBigUInt64BE(tfdt + 4)) : file.readUInt32BE(tfdt + 4);
  const defaults = readTfhd(file, findBox(file, ['tfhd'], traf).bodyStart, trex);
  let duration = 0;
  let earliest = Infinity;
  let firstFlags: number | undefined;
  for (const box of boxesIn(file, traf.bodyStart, traf.end).filter(({ type }) => type === 'trun')) {
    const run = readTrun(file, box.bodyStart, defaults);
    earliest = Math.min(earliest, decodeTime + duration + run.earliest);
    duration += run.duration;
    firstFlags ??= run.firstFlags;
  }
  const startsWithSyncSample = ((firstFlags ?? defaults.flags) & NON_SYNC) === 0;
  return { earliestPresentationTime: earliest, duration, startsWithSyncSample };
}

/** ISO/IEC 14496-12, 8.8.7. */
function readTfhd(file: Buffer, at: number, trex: Defaults): Defaults {
  const flags = file.readUIntBE(at + 1, 3);
  if (flags & 0x1) throw new Error('data offsets from the beginning of the file');
  let field = at + 8 + (flags & 0x2 ? 4 : 0);
  const next = (present: number, otherwise: number) => {
    if (!(flags & present)) return otherwise;
    field += 4;
    return file.readUInt32BE(field - 4);
  };
  const duration = next(0x8, trex.duration);
  next(0x10, 0);
  return { duration, flags: next(0x20, trex.flags) };
}

/** ISO/IEC 14496-12, 8.8.8. */
function readTrun(file: Buffer, at: number, defaults: Defaults): Run {
  const flags = file.readUIntBE(at + 1, 3);
  const count = file.readUInt32BE(at + 4);
  let field = at + 8 + (flags & 0x1 ? 4 : 0);
  const next = (present: number) => {
    if (!(flags & present)) return undefined;
    field += 4;
    return file.readUInt32BE(field - 4);
  };
  const run: Run = { duration: 0, earliest: Infinity, firstFlags: next(0x4) };
  for (let index = 0; index < count; index++) {
    const duration = next(0x100) ?? defaults.duration;
    next(0x200);
    const sampleFlags = next(0x400);
    // Signed in version 1, and small enough in version 0 to be read so.
    const compositionOffset = (next(0x800) ?? 0) | 0;
    run.earliest = Math.min(run.earliest, run.duration + compositionOffset);
    run.duration += duration;
    if (index === 0) run.firstFlags ??= sampleFlags;
  }
  return run;
}
