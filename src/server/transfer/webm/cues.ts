import { damaged } from '../transfer-error.ts';
import { child, elements, readUnsigned, type EbmlElement } from './ebml.ts';
import { ID } from './ids.ts';
import type { WebmCluster } from './track.ts';

/** Where the media of a Segment can lie, as offsets in the file. */
type MediaBounds = {
  /** Cues count from here. */
  segmentDataStart: number;
  segmentEnd: number;
  /** Where the first Cluster was met; undefined when it lies beyond what was read. */
  firstClusterStart: number | undefined;
  /** Places of elements that are not Clusters: the last cluster ends before the first of them behind it. */
  others: Iterable<number>;
};

/** Turns Cues into stretches that cover all clusters, in file order. Throws `media_damaged`. */
export function readClusters(cues: Buffer, bounds: MediaBounds): WebmCluster[] {
  const timestamps = readCues(cues, bounds.segmentDataStart);
  const offsets = [...timestamps.keys()].sort((one, other) => one - other);
  const first = offsets[0];
  const last = offsets.at(-1);
  if (first === undefined || last === undefined) throw damaged('WebM file has no cues');
  if (last >= bounds.segmentEnd) throw damaged('WebM cue points behind the end');

  const { firstClusterStart = first } = bounds;
  if (first < firstClusterStart) throw damaged('WebM cue points before the media');
  if (firstClusterStart < first) {
    // What no cue points at is media as well.
    offsets.unshift(firstClusterStart);
    timestamps.set(firstClusterStart, 0);
  }
  let mediaEnd = bounds.segmentEnd;
  for (const offset of bounds.others) if (offset > last && offset < mediaEnd) mediaEnd = offset;
  const clusters = offsets.map((offset, index) => ({
    timestamp: timestamps.get(offset) ?? 0,
    offset,
    length: (offsets[index + 1] ?? mediaEnd) - offset,
  }));
  if (clusters.some(({ timestamp }, index) => timestamp < (clusters[index - 1]?.timestamp ?? 0)))
    throw damaged('WebM cues go back in time');
  return clusters;
}

/** Of each Cluster's offset in the file, the smallest time of a cue that points at it. */
function readCues(cues: Buffer, segmentDataStart: number): Map<number, number> {
  const timestamps = new Map<number, number>();
  for (const point of elements(cues)) {
    if (point.id !== ID.CuePoint) continue;
    const time = readChild(cues, point, ID.CueTime);
    for (const positions of elements(cues, point.dataStart, point.end)) {
      if (positions.id !== ID.CueTrackPositions) continue;
      const offset = segmentDataStart + readChild(cues, positions, ID.CueClusterPosition);
      timestamps.set(offset, Math.min(time, timestamps.get(offset) ?? time));
    }
  }
  return timestamps;
}

function readChild(cues: Buffer, parent: EbmlElement, id: number): number {
  const found = child(cues, parent, id);
  if (!found) throw damaged('WebM cue is not complete');
  return readUnsigned(cues, found);
}
