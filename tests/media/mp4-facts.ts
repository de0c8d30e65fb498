import { type Box, boxesIn, findBox } from './boxes.ts';
import type { Facts } from './fact-table.ts';

const CONTAINERS = new Set('moov trak edts mdia minf dinf stbl mvex moof traf mfra udta'.split(' '));
/** Bytes of a sample entry before its boxes (ISO/IEC 14496-12, 12.1.3 and 12.2.3). */
const ENTRY_BYTES = { vide: 78, soun: 28 };

/**
 * What an MP4 of one track is like: of each type of box the number of boxes, and
 * - `layout`: plain, fragmented, or hybrid (samples in `moov` and in fragments); `order`: types of the outermost boxes up
 *   to the first `moof`; `brand`; `movieTimescale`; `matrix`: degrees; `mdatHeader`: 32-bit, 64-bit or endless
 * - `edits`: entries of the edit list, of which `editListEmpty` wait and `editListTrimmed` begin later than the media, by
 *   `editMediaTimeS` at the most
 * - `base`: what data offsets of fragments count from: file, moof, implied; `trunVersion`, `cttsVersion`: 1 where offsets may be negative
 * - `sidxReferences` and `sidxReferencesToSidx` of the first `sidx`; `fragmentsPerReference` of its first reference
 */
export function mp4Facts(file: Buffer): Facts {
  const top = boxesIn(file);
  const moov = findBox(file, ['moov'], { bodyStart: 0, end: file.length });
  const all = top.flatMap((box) => [box, ...boxesBelow(file, box)]);
  const counts: Record<string, number> = {};
  for (const { type } of all) counts[type] = (counts[type] ?? 0) + 1;
  const firstMoof = top.findIndex(({ type }) => type === 'moof');
  const shown = firstMoof < 0 ? top : top.slice(0, firstMoof + 1);
  return {
    ...counts,
    order: shown.map(({ type }) => type).join(' '),
    brand: file.toString('latin1', 8, 12).trim(),
    layout: layoutOf(file, all),
    mdatHeader: mdatHeader(file, top),
    movieTimescale: file.readUInt32BE(findBox(file, ['mvhd'], moov).bodyStart + 12),
    matrix: rotation(file, findBox(file, ['trak', 'tkhd'], moov)),
    cttsVersion: file[all.find(({ type }) => type === 'ctts')?.bodyStart ?? -1] ?? 0,
    ...editFacts(file, all),
    ...fragmentFacts(file, all),
    ...sidxFacts(file, top),
  };
}

function boxesBelow(file: Buffer, box: Box): Box[] {
  if (CONTAINERS.has(box.type)) return withBelow(file, boxesIn(file, box.bodyStart, box.end));
  if (box.type !== 'stsd') return [];
  return boxesIn(file, box.bodyStart + 8, box.end).flatMap((entry) => {
    // A sample entry of video tells its compressor's name, of at most 31 bytes, and always the same depth.
    const isVideo = entry.end - entry.bodyStart > ENTRY_BYTES.vide && file.readUInt16BE(entry.bodyStart + 74) === 24;
    return boxesIn(file, entry.bodyStart + (isVideo ? ENTRY_BYTES.vide : ENTRY_BYTES.soun), entry.end);
  });
}

function withBelow(file: Buffer, boxes: Box[]): Box[] {
  return boxes.flatMap((box) => [box, ...boxesBelow(file, box)]);
}

function layoutOf(file: Buffer, all: Box[]): string {
  const inMoov = all
    .filter(({ type }) => type === 'stsz')
    .some(({ bodyStart }) => file.readUInt32BE(bodyStart + 8) > 0);
  const inFragments = all.some(({ type }) => type === 'moof');
  return inMoov ? (inFragments ? 'hybrid' : 'plain') : 'fragmented';
}

function mdatHeader(file: Buffer, top: Box[]): string {
  const size = file.readUInt32BE(top.find(({ type }) => type === 'mdat')?.start ?? 0);
  return size === 0 ? 'endless' : size === 1 ? '64-bit' : '32-bit';
}

/** Clockwise degrees that the matrix of `tkhd` (8.3.2) turns pictures by. */
function rotation(file: Buffer, tkhd: Box): number {
  const matrix = tkhd.end - 44;
  const degrees = (Math.atan2(file.readInt32BE(matrix + 4), file.readInt32BE(matrix)) * 180) / Math.PI;
  return (Math.round(degrees) + 360) % 360;
}

function editFacts(file: Buffer, all: Box[]): Facts {
  const mediaTimes = all.filter(({ type }) => type === 'elst').flatMap(({ bodyStart }) => readEdits(file, bodyStart));
  const mdhd = all.find(({ type }) => type === 'mdhd')?.bodyStart ?? 0;
  const timescale = file.readUInt32BE(mdhd + (file[mdhd] === 1 ? 20 : 12));
  return {
    edits: mediaTimes.length,
    editListEmpty: mediaTimes.filter((time) => time === -1).length,
    editListTrimmed: mediaTimes.filter((time) => time > 0).length,
    editMediaTimeS: Math.max(0, ...mediaTimes) / timescale,
  };
}

/** Media times of an edit list (8.6.6). */
function readEdits(file: Buffer, at: number): number[] {
  const isLong = file[at] === 1;
  return Array.from({ length: file.readUInt32BE(at + 4) }, (_, index) =>
    isLong ? Number(file.readBigInt64BE(at + 16 + index * 20)) : file.readInt32BE(at + 12 + index * 12),
  );
}

function fragmentFacts(file: Buffer, all: Box[]): Facts {
  const tfhd = all.find(({ type }) => type === 'tfhd');
  const trun = all.find(({ type }) => type === 'trun');
  if (!tfhd || !trun) return {};
  const flags = file.readUIntBE(tfhd.bodyStart + 1, 3);
  return {
    base: flags & 0x1 ? 'file' : flags & 0x20000 ? 'moof' : 'implied',
    trunVersion: file[trun.bodyStart] ?? 0,
  };
}

function sidxFacts(file: Buffer, top: Box[]): Facts {
  const sidx = top.find(({ type }) => type === 'sidx');
  if (!sidx) return {};
  const counted = sidx.bodyStart + (file[sidx.bodyStart] === 0 ? 22 : 30);
  const words = Array.from({ length: file.readUInt16BE(counted) }, (_, index) =>
    file.readUInt32BE(counted + 2 + index * 12),
  );
  const firstEnd = sidx.end + ((words[0] ?? 0) & 0x7fffffff);
  const covered = top.filter(({ type, start }) => type === 'moof' && start >= sidx.end && start < firstEnd);
  return {
    sidxReferences: words.length,
    sidxReferencesToSidx: words.filter((word) => word >= 0x80000000).length,
    fragmentsPerReference: covered.length,
  };
}
