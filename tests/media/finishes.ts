import { boxesIn } from './boxes.ts';
import { elementsIn } from './webm-elements.ts';
import { withChainedSidx, withGroupedSidx, withHierarchicalSidx } from './sidx.ts';

/** Changes to a finished file, for what ffmpeg does not write. `corpus.ts` has a version to be raised when one changes. */
export const FINISHES = {
  groupedSidx: (file: Buffer) => withGroupedSidx(file, 3),
  hierarchicalSidx: (file: Buffer) => withHierarchicalSidx(file, 4),
  chainedSidx: (file: Buffer) => withChainedSidx(file, 4),
  largeMdat: withLargeMdat,
  endlessMdat: withEndlessMdat,
  unknownClusterSizes: withUnknownClusterSizes,
  webmDocType: withWebmDocType,
} satisfies Record<string, (file: Buffer) => Buffer>;

export type Finish = keyof typeof FINISHES;

/**
 * The `mdat` with a size of 64 bits (ISO/IEC 14496-12, 4.2). Its longer header takes the place of the empty `free` box
 * that ffmpeg keeps before it for this, so no sample moves.
 */
function withLargeMdat(file: Buffer): Buffer {
  const boxes = boxesIn(file);
  const mdat = boxes.findIndex(({ type }) => type === 'mdat');
  const [free, media] = [boxes[mdat - 1], boxes[mdat]];
  if (free?.type !== 'free' || free.end - free.start !== 8 || !media) throw new Error('no room before mdat');
  const changed = Buffer.from(file);
  changed.writeUInt32BE(1, free.start);
  changed.write('mdat', free.start + 4, 'latin1');
  changed.writeBigUInt64BE(BigInt(media.end - free.start), free.start + 8);
  return changed;
}

/** The `mdat`, which is the last box, with size 0: up to the end of the file. */
function withEndlessMdat(file: Buffer): Buffer {
  const last = boxesIn(file).at(-1);
  if (last?.type !== 'mdat') throw new Error('mdat is not last');
  const changed = Buffer.from(file);
  changed.writeUInt32BE(0, last.start);
  return changed;
}

/** Clusters that do not tell their size (RFC 8794, 6.2), as browsers write what they record. */
function withUnknownClusterSizes(file: Buffer): Buffer {
  const changed = Buffer.from(file);
  for (const { name, sizeStart, bodyStart } of elementsIn(file)) {
    if (name !== 'Cluster') continue;
    const length = bodyStart - sizeStart;
    changed.fill(0xff, sizeStart, bodyStart);
    changed[sizeStart] = 0xff >> (length - 1);
  }
  return changed;
}

/** A Matroska file called WebM: ffmpeg writes checksums into the former only. Padded, so that nothing moves (RFC 8794, 7.4). */
function withWebmDocType(file: Buffer): Buffer {
  const docType = elementsIn(file).find(({ name }) => name === 'DocType');
  if (!docType) throw new Error('no DocType');
  const changed = Buffer.from(file);
  changed.fill(0, docType.bodyStart, docType.bodyEnd);
  changed.write('webm', docType.bodyStart, 'latin1');
  return changed;
}
