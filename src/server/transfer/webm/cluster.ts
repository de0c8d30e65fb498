import { parseBudget } from '../parsing/parse-budget.ts';
import { damaged } from '../transfer-error.ts';
import { elements, overwriteUnsigned, readHead, readUnsigned, vintBytes, vintValue, type EbmlElement } from './ebml.ts';
import { ID } from './ids.ts';

/** Timestamps in ticks: blocks from `start` to before `end` stay, and count from `start` on. */
export type Window = { start: number; end: number };

export type ClusterChange = {
  /** TrackNumber that the blocks have, and the one that they get. */
  fromNumber: number;
  toNumber: number;
  window?: Window;
};

/** What is known of a Cluster when its blocks come. */
type Moved = {
  /** As the file has it. */
  timestamp: number;
  /** To add to each block's own timestamp, which counts from the cluster's. */
  blockShift: number;
};

/**
 * Changes a stretch of whole Clusters in place, without moving a byte: a block outside the window becomes a Void of its
 * length. Throws `media_damaged` for a Cluster of unknown size, one that ends outside, and blocks of another track.
 */
export function rewriteClusters(stretch: Buffer, change: ClusterChange): void {
  const budget = parseBudget();
  for (let at = 0; at < stretch.length;) {
    budget.spend();
    const { id, dataStart, sizeBytes } = readHead(stretch, at);
    const end = dataStart + (sizeBytes ?? Infinity);
    if (end > stretch.length) throw damaged('WebM cluster does not end where the next one starts');
    if (id === ID.Cluster) rewriteCluster(stretch, { id, start: at, dataStart, end }, change);
    at = end;
  }
}

function rewriteCluster(bytes: Buffer, cluster: EbmlElement, change: ClusterChange): void {
  let moved: Moved | undefined;
  for (const element of elements(bytes, cluster.dataStart, cluster.end)) {
    switch (element.id) {
      case ID.Timestamp:
        moved = moveCluster(bytes, element, change.window);
        break;
      case ID.CRC32:
      case ID.Position:
      case ID.PrevSize:
        // No longer true of what is around.
        makeVoid(bytes, element);
        break;
      case ID.SimpleBlock:
        rewriteBlock(bytes, element, element, moved, change);
        break;
      case ID.BlockGroup:
        rewriteGroup(bytes, element, moved, change);
        break;
    }
  }
}

/** A cluster that starts before the window starts with it, and its blocks make up for the difference. */
function moveCluster(bytes: Buffer, element: EbmlElement, window: Window | undefined): Moved {
  const timestamp = readUnsigned(bytes, element);
  if (!window) return { timestamp, blockShift: 0 };
  const moved = Math.max(0, timestamp - window.start);
  overwriteUnsigned(bytes, element, moved);
  return { timestamp, blockShift: timestamp - window.start - moved };
}

function rewriteGroup(bytes: Buffer, group: EbmlElement, moved: Moved | undefined, change: ClusterChange): void {
  for (const element of elements(bytes, group.dataStart, group.end)) {
    if (element.id === ID.CRC32) makeVoid(bytes, element);
    if (element.id === ID.Block) rewriteBlock(bytes, element, group, moved, change);
  }
}

/** A block starts with its track's number and two bytes of a signed timestamp (RFC 9559, section 10.1). */
function rewriteBlock(
  bytes: Buffer,
  block: EbmlElement,
  outermost: EbmlElement,
  moved: Moved | undefined,
  { fromNumber, toNumber, window }: ClusterChange,
): void {
  const numberEnd = block.dataStart + vintBytes(bytes, block.dataStart, block.end);
  if (!moved || numberEnd + 2 > block.end) throw damaged('WebM block is not complete');
  if (vintValue(bytes, block.dataStart, numberEnd) !== fromNumber) throw damaged('WebM block of another track');
  writeTrackNumber(bytes, block.dataStart, numberEnd, toNumber);

  if (!window) return;
  const blockTimestamp = bytes.readInt16BE(numberEnd);
  const timestamp = moved.timestamp + blockTimestamp;
  if (timestamp < window.start || timestamp >= window.end) makeVoid(bytes, outermost);
  else bytes.writeInt16BE(blockTimestamp + moved.blockShift, numberEnd);
}

/** In the width that the old number had: only the marker of that width is in front. */
function writeTrackNumber(bytes: Buffer, start: number, end: number, number: number): void {
  bytes.fill(0, start, end);
  bytes[end - 1] = number;
  bytes[start] = (bytes[start] ?? 0) | (0x100 >> (end - start));
}

/** A Void is skipped by every reader. All that is made one here has an id of one byte, as Void has. */
function makeVoid(bytes: Buffer, { start }: EbmlElement): void {
  bytes[start] = ID.Void;
}
