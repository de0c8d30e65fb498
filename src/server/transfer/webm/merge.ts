import type { FileLayout, Piece } from '../layout/layout.ts';
import { assemble, rewritten } from './assemble.ts';
import type { About, Tag } from './header-writer.ts';
import type { WebmTrack } from './track.ts';

/**
 * One WebM file of one or two tracks, whose places are those of the layout's inputs. Clusters are copied; where a track
 * gets another number they are rewritten, one stretch at a time. Throws `media_damaged` for different TimestampScales,
 * and for clusters that need to be rewritten and are above 32 MiB; `no_direct_format` for those of unknown size.
 */
export function mergeWebm(tracks: readonly WebmTrack[], tags: readonly Tag[], about: About): FileLayout {
  const placements = tracks.flatMap((track, index) =>
    piecesOf(track, index).map((piece, place) => ({
      track: index,
      timestamp: track.clusters[place]?.timestamp ?? 0,
      piece,
    })),
  );
  const durationTicks = Math.max(0, ...tracks.map(({ duration }) => duration));
  return assemble({ tracks, placements, durationTicks, tags, about });
}

function piecesOf(track: WebmTrack, input: number): Piece[] {
  const toNumber = input + 1;
  return track.clusters.map((cluster) =>
    track.number === toNumber
      ? { kind: 'copy', input, offset: cluster.offset, length: cluster.length }
      : rewritten(track, input, cluster, { fromNumber: track.number, toNumber }),
  );
}
