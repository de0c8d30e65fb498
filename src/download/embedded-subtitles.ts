import type { Format } from '#/model/media.ts';
import type { LinkQuery } from './link-query.ts';

/** Subtitles that the films of a media can hold, and those that are chosen. */
export type Embedded = { choices: readonly Format[]; chosen: Format | null };

/** One format of each subtitles, where there is a film to hold them. Which syntax it has does not matter. */
export function embeddable(formats: readonly Format[]): Format[] {
  if (!formats.some(canHoldSubtitles)) return [];
  const texts = formats.filter(({ kind }) => kind === 'subtitles');
  return [...new Map(texts.toReversed().map((format) => [subtitlesKey(format), format])).values()].toReversed();
}

/** What a choice of subtitles is remembered by, for other films too: `en`, or `en-auto` for a machine's; one with a name by its id. */
export function subtitlesKey({ id, language, automatic, trackName }: Format): string {
  if (trackName) return id.replace(/^(?:\d+\.)?sub-/, '').replace(/\.\w+$/, '');
  return `${language ?? 'und'}${automatic ? '-auto' : ''}`;
}

/** The subtitles to put into films, of those there are: as wanted, else another variety of the language, else none. */
export function pickSubtitles(choices: readonly Format[], wanted: string | null): Format | null {
  if (wanted === null) return null;
  const [base, isAutomatic] = [wanted.split('-', 1)[0], wanted.endsWith('-auto')];
  return (
    choices.find((format) => subtitlesKey(format) === wanted) ??
    choices.find(({ language, automatic }) => automatic === isAutomatic && language?.split('-', 1)[0] === base) ??
    null
  );
}

/** What a format's link needs so that its film holds the subtitles; nothing for what cannot hold any. */
export function subtitlesQuery(format: Format, subtitles: Format | null): LinkQuery {
  return subtitles && canHoldSubtitles(format) ? { subtitles: subtitles.id } : {};
}

function canHoldSubtitles({ kind, container, delivery }: Format): boolean {
  return kind === 'video+audio' && container === 'mp4' && delivery !== 'transcode';
}
