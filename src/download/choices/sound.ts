import type { AudioTrack, Format } from '#/model/media/media.ts';
import { hasSound, inTrackOrder, pickTrack, withTrack } from '#/model/media/tracks.ts';
import type { LinkQuery } from '../formats/link-query.ts';

/** What a media can be heard in, and what of it is chosen. */
export type Sound = {
  /** The original first, as formats are listed with it; then as the visitor looks for them. */
  tracks: readonly AudioTrack[];
  /** null: the one that formats are listed with. */
  track: AudioTrack | null;
};

export const ONLY_SOUND: Sound = { tracks: [], track: null };

/** `languages`: the visitor's, best first. */
export function soundOf(
  audioTracks: readonly AudioTrack[],
  wanted: string | null,
  languages: readonly string[],
): Sound {
  const [first, ...others] = audioTracks;
  if (!first || others.length === 0) return ONLY_SOUND;
  const chosen = pickTrack(audioTracks, wanted);
  return { tracks: [first, ...inTrackOrder(others, languages)], track: chosen === first ? null : chosen };
}

/** Formats as they are with the chosen track: those that it fits. How long they are then is known about. */
export function heardIn(formats: readonly Format[], { track }: Sound): Format[] {
  if (track === null) return [...formats];
  const { language, trackName } = track;
  return withTrack(formats, track).map((format) => {
    if (!hasSound(format)) return format;
    const { trackName: _, ...own } = format;
    return { ...own, language, ...(trackName && { trackName }), size: own.size && { ...own.size, exact: false } };
  });
}

/** What a format's link needs so that the chosen track is heard. */
export function soundQuery(format: Format, { track }: Sound): LinkQuery {
  return track && hasSound(format) ? { sound: track.id } : {};
}

/** The language that is heard, where there are others. */
export function spokenLanguage(format: Format, { tracks }: Sound): string | null {
  return tracks.length > 1 ? format.language : null;
}
