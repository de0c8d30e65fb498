import { type Box, boxesIn, findBox, makeBox } from './boxes.ts';
import { makeSampleTables, type Samples } from './sample-tables.ts';

/** Samples that lie one behind the other from `mediaStart` on; `isLong` when some do so beyond 4 GiB. */
export type LongMedia = { samples: Samples; mediaStart: number; isLong: boolean };

const SAMPLES_PER_CHUNK = 24;
const UNCHANGED_TABLES = new Set(['stsd', 'sgpd']);

/** The `moov` of a plain file of one track, made to tell of other samples of the same kind. Its length does not depend on `mediaStart`. */
export function makeLongMoov(file: Buffer, moov: Box, { samples, mediaStart, isLong }: LongMedia): Buffer {
  const stbl = findBox(file, ['trak', 'mdia', 'minf', 'stbl'], moov);
  const kept = boxesIn(file, stbl.bodyStart, stbl.end).filter(({ type }) => UNCHANGED_TABLES.has(type));
  const tables = makeSampleTables(samples, { samplesPerChunk: SAMPLES_PER_CHUNK, mediaStart, isLong });
  const replacement = makeBox('stbl', ...kept.map(({ start, end }) => file.subarray(start, end)), ...tables);
  const made = rebuild(file, moov, ['trak', 'mdia', 'minf', 'stbl'], replacement);
  writeDurations(
    made,
    samples.durations.reduce((sum, duration) => sum + duration, 0),
  );
  return made;
}

/** A box with the one at the end of a path below it replaced. */
function rebuild(file: Buffer, box: Box, [next, ...path]: string[], replacement: Buffer): Buffer {
  if (next === undefined) return replacement;
  const parts = boxesIn(file, box.bodyStart, box.end).map((child) =>
    child.type === next ? rebuild(file, child, path, replacement) : file.subarray(child.start, child.end),
  );
  return makeBox(box.type, ...parts);
}

/** Into `mdhd`, `mvhd`, `tkhd` and the last edit (ISO/IEC 14496-12, 8.4.2, 8.2.2, 8.3.2, 8.6.6), which are of version 0. */
function writeDurations(moov: Buffer, mediaDuration: number): void {
  const bodyOf = (path: string) => {
    const { bodyStart } = findBox(moov, path.split('/'), { bodyStart: 8, end: moov.length });
    if (moov[bodyStart] !== 0) throw new Error(`${path} of another version`);
    return bodyStart;
  };
  const [mvhd, mdhd, elst] = [bodyOf('mvhd'), bodyOf('trak/mdia/mdhd'), bodyOf('trak/edts/elst')];
  const lastEdit = elst + 8 + (moov.readUInt32BE(elst + 4) - 1) * 12;
  // What the edit leaves out at the beginning stays left out, so all grow by the same time.
  const growth = mediaDuration - moov.readUInt32BE(mdhd + 16);
  const movieGrowth = Math.round((growth * moov.readUInt32BE(mvhd + 12)) / moov.readUInt32BE(mdhd + 12));
  moov.writeUInt32BE(mediaDuration, mdhd + 16);
  for (const at of [mvhd + 16, bodyOf('trak/tkhd') + 20, lastEdit]) {
    moov.writeUInt32BE(moov.readUInt32BE(at) + movieGrowth, at);
  }
}
