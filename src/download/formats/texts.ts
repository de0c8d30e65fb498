import type { Format, Media, TextTrack } from '#/model/media/media.ts';
import { inTrackOrder } from '#/model/media/tracks.ts';

/** Subtitles of a media: of an answer that an earlier version of this page kept, those that are listed. */
export function textTracksOf({ formats, textTracks }: Pick<Media, 'formats' | 'textTracks'>): readonly TextTrack[] {
  if (textTracks.length > 0) return textTracks;
  const listed = formats.filter(({ kind }) => kind === 'subtitles').map(trackOf);
  return [...new Map(listed.map((track) => [track.id, track])).values()];
}

function trackOf({ id, language, trackName, automatic }: Format): TextTrack {
  return { id: id.slice(0, id.lastIndexOf('.')), language, ...(trackName && { trackName }), automatic };
}

/** As the visitor looks for them, those written by people before those of machines. */
export function inReadingOrder(tracks: readonly TextTrack[], languages: readonly string[]): TextTrack[] {
  const written = tracks.filter(({ automatic }) => !automatic);
  const made = tracks.filter(({ automatic }) => automatic);
  return [...inTrackOrder(written, languages), ...inTrackOrder(made, languages)];
}
