import type { Format, Media, TextTrack } from '#/model/media/media.ts';
import type { LinkQuery } from '../formats/link-query.ts';
import { textTracksOf } from '../formats/texts.ts';

/** Subtitles that the films of a media can hold, and those that are chosen. */
export type Embedded = { choices: readonly TextTrack[]; chosen: TextTrack | null };

/** The subtitles of a media, where there is a film to hold them. */
export function embeddable(media: Pick<Media, 'formats' | 'textTracks'>): readonly TextTrack[] {
  return media.formats.some(canHoldSubtitles) ? textTracksOf(media) : [];
}

/** What a choice of subtitles is remembered by, for other films too: `en`, or `en-auto` for a machine's. */
export function subtitlesKey({ id }: TextTrack): string {
  return id.replace(/^(?:\d+\.)?sub-/, '');
}

/** The subtitles to put into films, of those there are: as wanted, else another variety of the language, else none. */
export function pickSubtitles(choices: readonly TextTrack[], wanted: string | null): TextTrack | null {
  if (wanted === null) return null;
  const [base, isAutomatic] = [wanted.split('-', 1)[0], wanted.endsWith('-auto')];
  return (
    choices.find((track) => subtitlesKey(track) === wanted) ??
    choices.find(({ language, automatic }) => automatic === isAutomatic && language?.split('-', 1)[0] === base) ??
    null
  );
}

/** What a format's link needs so that its film holds the subtitles; nothing for what cannot hold any. */
export function subtitlesQuery(format: Format, subtitles: TextTrack | null): LinkQuery {
  return subtitles && canHoldSubtitles(format) ? { subtitles: `${subtitles.id}.vtt` } : {};
}

function canHoldSubtitles({ kind, container, delivery }: Format): boolean {
  return kind === 'video+audio' && container === 'mp4' && delivery !== 'transcode';
}
