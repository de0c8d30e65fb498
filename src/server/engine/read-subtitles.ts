import { SUBTITLE_CONTAINERS } from '#/model/codecs.ts';
import type { UpstreamSyntax } from './extraction.ts';
import { languageTag } from './media-names.ts';
import { createOffer, type Offer } from './offer.ts';
import type { ExtractorEntry, TextTracks } from './worker/info.ts';

/** Above what any platform has: YouTube translates into some 160. */
const MAX_LANGUAGES = 250;

/** Each language as WebVTT, as SRT and as plain text; the transfer converts what the platform does not have. */
export function readSubtitles(entry: ExtractorEntry, prefix: string, headers: Record<string, string>): Offer[] {
  return [
    ...readTracks(entry.subtitles, false, prefix, headers),
    ...readTracks(entry.automatic_captions, true, prefix, headers),
  ];
}

function readTracks(tracks: TextTracks, automatic: boolean, prefix: string, headers: Record<string, string>): Offer[] {
  const languages = new Map<string, { url: string; from: UpstreamSyntax }>();
  for (const [key, choices] of Object.entries(tracks ?? {})) {
    const language = languageTag(key);
    const usable = choices.filter(({ protocol, url }) => !protocol?.startsWith('m3u8') && !url.includes('.m3u8'));
    const track = usable.find(({ ext }) => ext === 'vtt') ?? usable[0];
    if (language && track && !languages.has(language)) languages.set(language, { url: track.url, from: track.ext });
  }
  return [...languages].slice(0, MAX_LANGUAGES).flatMap(([language, { url, from }]) =>
    SUBTITLE_CONTAINERS.map((to) =>
      createOffer(
        {
          id: `${prefix}sub-${language}${automatic ? '-auto' : ''}.${to}`,
          kind: 'subtitles',
          container: to,
          language,
          automatic,
        },
        { url, headers, subtitles: { from, to } },
      ),
    ),
  );
}
