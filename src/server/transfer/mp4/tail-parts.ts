import type { IndexedTrack } from './indexed-track.ts';
import type { Tags } from './tags.ts';
import type { FilmTextTrack } from './text-track.ts';

/** What is known of a track's samples before they are read: it decides what room is kept for their tables. */
export type SampleProfile = { perSecond: number; hasEqualDurations: boolean };

/** What a film with its tables at the end is made of, without the places of anything in it. */
export type Tail = {
  tracks: readonly IndexedTrack[];
  profiles: readonly SampleProfile[];
  tags: Tags;
  text: FilmTextTrack | null;
};
