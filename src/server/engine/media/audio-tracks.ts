import { SITE_LANGUAGES } from '#/model/languages.ts';
import type { AudioKind, AudioTrack } from '#/model/media/media.ts';
import { filmContainerOf, inTrackOrder } from '#/model/media/tracks.ts';
import type { Offer } from './offer.ts';
import type { ExtractorFormat } from '../worker/info.ts';

/** How YouTube's extractor marks the language of a track that also tells what is to be seen: `en-desc`. */
const DESCRIPTIVE = /-desc$/i;

/** What addresses of YouTube say of a sound (`acont`). */
const TOLD: Readonly<Record<string, AudioKind>> = {
  original: 'original',
  dubbed: 'dubbed',
  'dubbed-auto': 'dubbed',
  secondary: 'dubbed',
  descriptive: 'descriptive',
};

/**
 * What kind of track a sound is of. `best`: the highest `language_preference` of the media's sounds; the extractor gives it to the original.
 * `told`: what the platform calls it (`PlatformRules.soundKind`).
 */
export function audioKindOf(
  { language = '', format_note: note = '', language_preference: preference }: ExtractorFormat,
  best: number,
  told?: string,
): AudioKind {
  if (DESCRIPTIVE.test(language) || /\bdescriptive\b/i.test(note)) return 'descriptive';
  return TOLD[told ?? ''] ?? (best <= 0 || preference === best ? 'original' : 'dubbed');
}

/** Tracks of an entry, and which sounds are theirs: by id of their formats. */
export type ReadTracks = { tracks: AudioTrack[]; trackOf: ReadonlyMap<string, string> };

type Found = Pick<AudioTrack, 'language' | 'kind' | 'trackName'> & { containers: Set<string>; soundIds: string[] };

/** What can be heard of an entry. Sounds come best first, those of the original before others; where none is known to be it, the first is. */
export function readAudioTracks(sounds: readonly Offer[]): ReadTracks {
  const first = sounds.find(({ audioKind }) => audioKind !== 'descriptive');
  const found = new Map<string, Found>();
  for (const { format, audioKind = 'original' } of sounds) {
    const { language, trackName } = format;
    const isOther = audioKind === 'original' && language !== first?.format.language;
    const kind = isOther ? 'dubbed' : audioKind;
    const key = `${kind} ${language} ${trackName ?? ''}`;
    const named = { language, kind, ...(trackName && { trackName }) };
    const track: Found = found.get(key) ?? { ...named, containers: new Set<string>(), soundIds: [] };
    track.containers.add(filmContainerOf(format.container));
    track.soundIds.push(format.id);
    found.set(key, track);
  }
  const original = [...found.values()].find(({ kind }) => kind === 'original');
  const trackOf = new Map<string, string>();
  const ids = new Set<string>();
  const tracks = [...found.values()].map(({ containers, soundIds, ...named }): AudioTrack => {
    const { language, kind } = named;
    const id = unlike(`${language ?? 'und'}${markOf(kind, language === original?.language)}`, ids);
    for (const soundId of soundIds) trackOf.set(soundId, id);
    return { id, ...named, containers: [...containers] };
  });
  return { tracks: inTrackOrder(tracks, SITE_LANGUAGES), trackOf };
}

/** `es`, or `es-2` where there is one of that name already, which it is added to. */
function unlike(name: string, ids: Set<string>): string {
  let id = name;
  for (let place = 2; ids.has(id); place++) id = `${name}-${place}`;
  ids.add(id);
  return id;
}

/** What tells a track from others of its language. */
function markOf(kind: AudioKind, isOriginalLanguage: boolean): string {
  if (kind === 'descriptive') return '-descriptive';
  return kind === 'dubbed' && isOriginalLanguage ? '-dubbed' : '';
}
