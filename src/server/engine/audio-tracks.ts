import { SITE_LANGUAGES } from '#/model/languages.ts';
import type { AudioKind, AudioTrack } from '#/model/media.ts';
import { filmContainerOf, inTrackOrder } from '#/model/tracks.ts';
import type { Offer } from './offer.ts';
import type { ExtractorFormat } from './worker/info.ts';

/** How YouTube's extractor marks the language of a track that also tells what is to be seen: `en-desc`. */
const DESCRIPTIVE = /-desc$/i;

/** What kind of track a sound is of. `best`: the highest `language_preference` of the media's sounds; the extractor gives it to the original. */
export function audioKindOf(
  { language = '', format_note: note = '', language_preference: preference }: ExtractorFormat,
  best: number,
): AudioKind {
  if (DESCRIPTIVE.test(language) || /\bdescriptive\b/i.test(note)) return 'descriptive';
  return best <= 0 || preference === best ? 'original' : 'dubbed';
}

/** The language without the mark of a kind. */
export function spokenLanguage(language: string | undefined): string | undefined {
  return language?.replace(DESCRIPTIVE, '');
}

/** Tracks of an entry, and which sounds are theirs: by id of their formats. */
export type ReadTracks = { tracks: AudioTrack[]; trackOf: ReadonlyMap<string, string> };

type Found = { language: string | null; kind: AudioKind; containers: Set<string>; soundIds: string[] };

/** What can be heard of an entry. Sounds come best first, those of the original before others; where none is known to be it, the first is. */
export function readAudioTracks(sounds: readonly Offer[]): ReadTracks {
  const first = sounds.find(({ audioKind }) => audioKind !== 'descriptive');
  const found = new Map<string, Found>();
  for (const { format, audioKind = 'original' } of sounds) {
    const { language } = format;
    const isOther = audioKind === 'original' && language !== first?.format.language;
    const kind = isOther ? 'dubbed' : audioKind;
    const key = `${kind} ${language}`;
    const track = found.get(key) ?? { language, kind, containers: new Set<string>(), soundIds: [] };
    track.containers.add(filmContainerOf(format.container));
    track.soundIds.push(format.id);
    found.set(key, track);
  }
  const original = [...found.values()].find(({ kind }) => kind === 'original');
  const trackOf = new Map<string, string>();
  const tracks = [...found.values()].map(({ language, kind, containers, soundIds }): AudioTrack => {
    const id = `${language ?? 'und'}${markOf(kind, language === original?.language)}`;
    for (const soundId of soundIds) trackOf.set(soundId, id);
    return { id, language, kind, containers: [...containers] };
  });
  return { tracks: inTrackOrder(tracks, SITE_LANGUAGES), trackOf };
}

/** What tells a track from others of its language. */
function markOf(kind: AudioKind, isOriginalLanguage: boolean): string {
  if (kind === 'descriptive') return '-descriptive';
  return kind === 'dubbed' && isOriginalLanguage ? '-dubbed' : '';
}
