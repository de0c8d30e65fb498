import type { AudioTrack, Format } from './media.ts';

export function hasSound({ kind }: Format): boolean {
  return kind === 'video+audio' || kind === 'audio';
}

/** `pt` of `pt-BR`. */
function baseOf(language: string): string {
  return language.split('-', 1)[0] ?? language;
}

/**
 * Tracks as a visitor looks for them: the original, then those in the languages given, then the others by their tags; of one language
 * what is described last. `languages`: BCP 47 tags, those that matter most first.
 */
export function inTrackOrder<T extends { language: string | null; kind?: AudioTrack['kind'] }>(
  tracks: readonly T[],
  languages: readonly string[],
): T[] {
  const known = [...new Set(languages.map(baseOf))];
  const place = ({ language, kind }: T) => {
    if (kind === 'original') return -1;
    const at = language === null ? -1 : known.indexOf(baseOf(language));
    return at === -1 ? known.length : at;
  };
  const nameOf = ({ language }: T) => language ?? '';
  return tracks
    .map((track) => ({ track, at: place(track), name: nameOf(track), isDescribed: track.kind === 'descriptive' }))
    .toSorted(
      (a, b) =>
        a.at - b.at ||
        Number(a.name > b.name) - Number(a.name < b.name) ||
        Number(a.isDescribed) - Number(b.isDescribed),
    )
    .map(({ track }) => track);
}

/** The track to hear, of those there are: as wanted, else what is spoken in another variety of the language, else the first. */
export function pickTrack(tracks: readonly AudioTrack[], wanted: string | null): AudioTrack | null {
  const spoken = tracks.filter(({ kind }) => kind !== 'descriptive');
  return (
    tracks.find(({ id }) => id === wanted) ??
    spoken.find(({ language }) => wanted !== null && language !== null && baseOf(language) === baseOf(wanted)) ??
    tracks[0] ??
    null
  );
}

/**
 * Whether a listed format can be had with this track instead of the first: films that are put together, in the containers that the track
 * fits, and all that is sound alone.
 */
export function canHaveTrack({ kind, container, delivery }: Format, track: AudioTrack): boolean {
  if (kind === 'video+audio')
    return delivery === 'transcode' || (delivery === 'merge' && track.containers.includes(container));
  return kind === 'audio' && (delivery === 'transcode' || track.containers.includes(filmContainerOf(container)));
}

/** Formats that can be had with a track; all that have no sound stay. null: with the one that they are listed with. */
export function withTrack(formats: readonly Format[], track: AudioTrack | null): Format[] {
  return formats.filter((format) => track === null || !hasSound(format) || canHaveTrack(format, track));
}

/** Of the films that a sound's file can be put into: MP4 and what is like it, or WebM. */
export function filmContainerOf(container: string): string {
  return container === 'webm' ? 'webm' : 'mp4';
}
