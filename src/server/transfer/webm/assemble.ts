import { layOut, type FileLayout, type Piece } from '../layout/layout.ts';
import { damaged, TransferError } from '../transfer-error.ts';
import { rewriteClusters, type ClusterChange } from './cluster.ts';
import { writeHeader, type About, type SeekPoint, type Tag } from './header-writer.ts';
import type { WebmCluster, WebmTrack } from './track.ts';

/** A stretch is held whole to be rewritten; 30 seconds of 8 Mbit/s fit. */
const LARGEST_REWRITTEN_BYTES = 32 * 1024 * 1024;

/** A stretch of clusters as it is in the output. */
export type Placement = {
  /** Place of its track. */
  track: number;
  /** In ticks of the output. */
  timestamp: number;
  piece: Piece;
};

type Assembly = {
  /** Each track's place is that of its input. */
  tracks: readonly WebmTrack[];
  /**
   * By track, those of one by time. Of two at one time the leading track's comes last: players go back to the beginning by whatever
   * starts first, which is sound with a delay of its own, and miss the pictures that lie before it.
   */
  placements: readonly Placement[];
  durationTicks: number;
  tags: readonly Tag[];
  about: About;
};

/** Throws `media_damaged` where tracks cannot be in one file: none, or of different TimestampScale. */
export function requireOneScale(tracks: readonly WebmTrack[]): number {
  const [timestampScale, ...others] = new Set(tracks.map((track) => track.timestampScale));
  if (timestampScale === undefined || others.length > 0) throw damaged('WebM files count time differently');
  return timestampScale;
}

/** Place of the track that is sought in, which is the video when there is one. */
export function leadingTrack(tracks: readonly WebmTrack[]): number {
  return Math.max(
    0,
    tracks.findIndex(({ kind }) => kind === 'video'),
  );
}

/** A stretch of clusters that is changed on its way. Throws for what cannot be: `no_direct_format` for clusters of unknown size. */
export function rewritten(track: WebmTrack, input: number, cluster: WebmCluster, change: ClusterChange): Piece {
  if (track.hasOpenClusters)
    throw new TransferError('no_direct_format', { cause: new Error('WebM clusters of unknown size') });
  if (cluster.length > LARGEST_REWRITTEN_BYTES) throw damaged('WebM cluster is too large');
  const { offset, length } = cluster;
  return { kind: 'rewritten', input, offset, length, rewrite: (bytes) => rewriteClusters(bytes, change), change };
}

/** A WebM file of known size (RFC 9559) whose Cues come first, then clusters of all tracks by time. */
export function assemble({ tracks, placements, durationTicks, tags, about }: Assembly): FileLayout {
  const leading = leadingTrack(tracks);
  const byTime = placements.toSorted(
    (one, other) => one.timestamp - other.timestamp || Number(one.track === leading) - Number(other.track === leading),
  );
  const seekPoints: SeekPoint[] = [];
  let mediaBytes = 0;
  for (const { track, timestamp, piece } of byTime) {
    if (track === leading) seekPoints.push({ timestamp, offset: mediaBytes });
    mediaBytes += piece.length;
  }
  const timestampScale = requireOneScale(tracks);
  const cueTrack = leading + 1;
  const bytes = writeHeader({ tracks, timestampScale, durationTicks, tags, about, cueTrack, seekPoints, mediaBytes });
  const contentType = tracks[leading]?.kind === 'video' ? 'video/webm' : 'audio/webm';
  const header: Piece = { kind: 'bytes', length: bytes.length, bytes };
  return layOut(contentType, [header, ...byTime.map(({ piece }) => piece)]);
}
