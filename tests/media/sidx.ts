import { boxesIn, findBox, makeBox, uint32s } from './boxes.ts';
import { type Fragment, fragmentsOf } from './fragments.ts';

/** What `sidx` tells of one reference (ISO/IEC 14496-12, 8.16.3). Times in the track's timescale. */
type Reference = { isSidx: boolean; sizeBytes: number; duration: number; startsWithSyncSample: boolean };
type Index = { trackId: number; timescale: number; earliestPresentationTime: number; references: Reference[] };

/**
 * A fragmented file of one track, with one `sidx` before the first fragment, each of whose references covers several
 * pairs of `moof` and `mdat`. The file may have no `sidx` yet.
 */
export function withGroupedSidx(file: Buffer, fragmentsPerReference: number): Buffer {
  const { head, media, track, fragments } = takeApart(file);
  const references = groups(fragments, fragmentsPerReference).map(referenceToMedia);
  return Buffer.concat([head, makeSidx({ ...track, ...startOf(fragments), references }), media(fragments)]);
}

/**
 * The same with a `sidx` whose references all point to further ones, each of which stands before the fragments that it
 * tells of.
 */
export function withHierarchicalSidx(file: Buffer, fragmentsPerLeaf: number): Buffer {
  const { head, media, track, fragments } = takeApart(file);
  const leaves = groups(fragments, fragmentsPerLeaf).map((group) => {
    const references = group.map((fragment) => referenceToMedia([fragment]));
    const bytes = Buffer.concat([makeSidx({ ...track, ...startOf(group), references }), media(group)]);
    return { bytes, reference: { ...referenceToMedia(group), isSidx: true, sizeBytes: bytes.length } };
  });
  const root = makeSidx({ ...track, ...startOf(fragments), references: leaves.map(({ reference }) => reference) });
  return Buffer.concat([head, root, ...leaves.map(({ bytes }) => bytes)]);
}

/** The same with a chain: each `sidx` tells of some fragments, then points to the next one, which stands behind them. */
export function withChainedSidx(file: Buffer, fragmentsPerLink: number): Buffer {
  const { head, media, track, fragments } = takeApart(file);
  let rest: { bytes: Buffer; reference: Reference } | undefined;
  let covered: Fragment[] = [];
  for (const group of groups(fragments, fragmentsPerLink).toReversed()) {
    covered = [...group, ...covered];
    const references = [...group.map((fragment) => referenceToMedia([fragment])), ...(rest ? [rest.reference] : [])];
    const sidx = makeSidx({ ...track, ...startOf(group), references });
    const bytes = Buffer.concat([sidx, media(group), rest?.bytes ?? Buffer.alloc(0)]);
    rest = { bytes, reference: { ...referenceToMedia(covered), isSidx: true, sizeBytes: bytes.length } };
  }
  return Buffer.concat([head, rest?.bytes ?? Buffer.alloc(0)]);
}

/** The same bytes with every `sidx` made a `free` box, for readers that refuse an index of indexes, ffmpeg among them. */
export function hideSidx(file: Buffer): Buffer {
  const hidden = Buffer.from(file);
  for (const { type, start } of boxesIn(hidden)) if (type === 'sidx') hidden.write('free', start + 4, 'latin1');
  return hidden;
}

/** The parts of a file; `mfra` is left out, since it tells places in the file that are then no longer true. */
function takeApart(file: Buffer) {
  const fragments = fragmentsOf(file);
  const firstStart = fragments[0]?.start;
  const moov = boxesIn(file).find(({ type }) => type === 'moov');
  if (firstStart === undefined || !moov) throw new Error('no fragments');
  const track = findBox(file, ['trak'], moov);
  const tkhd = findBox(file, ['tkhd'], track).bodyStart;
  const mdhd = findBox(file, ['mdia', 'mdhd'], track).bodyStart;
  return {
    head: file.subarray(0, firstStart),
    media: (some: Fragment[]) => Buffer.concat(some.map(({ start, end }) => file.subarray(start, end))),
    track: {
      trackId: file.readUInt32BE(tkhd + (file[tkhd] === 1 ? 20 : 12)),
      timescale: file.readUInt32BE(mdhd + (file[mdhd] === 1 ? 20 : 12)),
    },
    fragments,
  };
}

function groups(fragments: Fragment[], size: number): Fragment[][] {
  const count = Math.ceil(fragments.length / size);
  return Array.from({ length: count }, (_, index) => fragments.slice(index * size, (index + 1) * size));
}

function startOf(group: Fragment[]) {
  return { earliestPresentationTime: Math.min(...group.map((fragment) => fragment.earliestPresentationTime)) };
}

function referenceToMedia(group: Fragment[]): Reference {
  return {
    isSidx: false,
    sizeBytes: group.reduce((sum, { start, end }) => sum + end - start, 0),
    duration: group.reduce((sum, { duration }) => sum + duration, 0),
    startsWithSyncSample: group[0]?.startsWithSyncSample ?? false,
  };
}

/** Of version 0, which ffmpeg does not write; what it tells of begins right behind it. */
function makeSidx({ trackId, timescale, earliestPresentationTime, references }: Index): Buffer {
  const header = Buffer.concat([uint32s(0, trackId, timescale, earliestPresentationTime, 0), Buffer.alloc(4)]);
  header.writeUInt16BE(references.length, 22);
  return makeBox('sidx', header, ...references.map(makeReference));
}

function makeReference({ isSidx, sizeBytes, duration, startsWithSyncSample }: Reference): Buffer {
  // starts_with_SAP and SAP_type 1 share the last word with SAP_delta_time, which is 0.
  const accessPoint = startsWithSyncSample ? 0x90000000 : 0;
  return uint32s((isSidx ? 0x80000000 : 0) + sizeBytes, duration, accessPoint);
}
