import type { Track } from './movie.ts';
import type { Subsegment } from './segment-index.ts';

/** A track of a fragmented input with an index: one track per input. */
export type IndexedTrack = {
  /** Place in the layout's inputs. */
  input: number;
  track: Track;
  index: { timescale: number; subsegments: readonly Subsegment[] };
  language: string | null;
};
