import { SUBTITLE_CONTAINERS } from '#/model/media/codecs.ts';
import type { UpstreamSyntax } from './extraction.ts';
import { languageTag } from './media-names.ts';
import { createOffer, type Offer } from './offer.ts';
import { plainText } from './read-about.ts';
import { expiryOf } from '../probing/source-url.ts';
import type { ExtractorEntry, TextTracks } from '../worker/info.ts';

/** Above what any platform has: YouTube translates into some 160. */
const MAX_TRACKS = 250;

type Track = { language: string; name: string | undefined; url: string; from: UpstreamSyntax };

/** Each track as WebVTT, as SRT and as plain text; the transfer converts what the platform does not have. */
export function readSubtitles(entry: ExtractorEntry, prefix: string, headers: Record<string, string>): Offer[] {
  return [
    ...readTracks(entry.subtitles, false, prefix, headers),
    ...readTracks(entry.automatic_captions, true, prefix, headers),
  ];
}

function readTracks(texts: TextTracks, automatic: boolean, prefix: string, headers: Record<string, string>): Offer[] {
  const tracks = new Map<string, Track>();
  for (const [key, choices] of Object.entries(texts ?? {})) {
    const usable = choices.filter(({ protocol, url }) => !protocol?.startsWith('m3u8') && !url.includes('.m3u8'));
    const track = usable.find(({ ext }) => ext === 'vtt') ?? usable[0];
    const called = track && readKey(key, track.url);
    if (!called) continue;
    const { language, mark } = called;
    const id = mark === '' ? language : `${language}-${mark}`;
    const name = mark === '' ? undefined : nameOf(track.name, mark);
    if (!tracks.has(id)) tracks.set(id, { language, name, url: track.url, from: track.ext });
  }
  return [...tracks].slice(0, MAX_TRACKS).flatMap(([id, { language, name, url, from }]) => {
    // Of some hundred tracks the addresses are most of the work.
    const source = { url, headers, expiresAt: expiryOf(url) };
    return SUBTITLE_CONTAINERS.map((to) =>
      createOffer(
        {
          id: `${prefix}sub-${id}${automatic ? '-auto' : ''}.${to}`,
          kind: 'subtitles',
          container: to,
          language,
          ...(name && { trackName: name }),
          automatic,
        },
        { ...source, subtitles: { from, to } },
      ),
    );
  });
}

/**
 * The language of a track, and the mark by which YouTube tells those that have a name apart: `ar` and `kH2EDplw2PE` of
 * `ar-kH2EDplw2PE`, eleven characters that may look like parts of a language's tag. null: no language.
 */
function readKey(key: string, url: string): { language: string; mark: string } | null {
  const asked = new URL(url).searchParams.get('lang') ?? '';
  const [, before = '', mark = ''] = /^(.+)-([\w-]{11})$/.exec(key) ?? [];
  const whole = languageTag(key);
  const isMarked = mark !== '' && (asked === '' ? whole === null : asked === before);
  const language = isMarked ? languageTag(before) : whole;
  return language === null ? null : { language, mark: isMarked ? mark : '' };
}

/** `Arabic - Quranic` is what pages show of a track that its author called `Quranic`. */
function nameOf(shown: string | undefined, mark: string): string {
  const name = plainText(shown);
  return name.replace(/^[^-]{1,60} - (?=.)/, '') || mark;
}
