import type { Format, Media } from './media.ts';
import { pictureQuality } from './picture-quality.ts';
import { withTrack } from './tracks.ts';

/** Enough to see what it is. */
const PREVIEW_MAX_PX = 720;

/** What a player shows: something with sound that plays everywhere, and rather small; else what there is, even if it has no sound. */
export function previewable(formats: readonly Format[]): Format | null {
  const playable = formats.filter(({ delivery }) => delivery !== 'transcode');
  const films = playable.filter(({ kind }) => kind === 'video+audio');
  const plain = films.filter(({ compatibility }) => compatibility === 'everywhere');
  return (
    plain.find((format) => (pictureQuality(format) ?? Infinity) <= PREVIEW_MAX_PX) ??
    plain[0] ??
    films[0] ??
    playable.find(({ kind }) => kind === 'audio') ??
    playable.find(({ kind }) => kind === 'video') ??
    null
  );
}

/** What is played where no track was chosen, and what else where one was that does not fit it. */
export function previewsOf({ formats, audioTracks }: Pick<Media, 'formats' | 'audioTracks'>): Format[] {
  const tracks = [null, ...audioTracks.slice(1)];
  return [...new Set(tracks.flatMap((track) => previewable(withTrack(formats, track)) ?? []))];
}
