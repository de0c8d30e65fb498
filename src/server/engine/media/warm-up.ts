import * as v from 'valibot';
import { ExtractorInfo } from '../worker/info.ts';
import { readMedia } from './read-media.ts';

const ID = 'AAAAAAAAAAA';
const ADDRESS = 'https://example.com/';

/**
 * Reads a film that nobody has, so that the first visitor's does not compile the code: one of 400 formats and 240 texts holds the main
 * thread up for 24 to 52 ms of a processor without this, and for 13 to 24 ms after it.
 */
export function warmUpReading(): void {
  const format = { url: ADDRESS, protocol: 'https' };
  const info = v.parse(ExtractorInfo, {
    id: ID,
    title: ID,
    duration: 1,
    formats: [
      { ...format, format_id: '140', ext: 'm4a', vcodec: 'none', acodec: 'mp4a.40.2', abr: 128, language: 'en' },
      { ...format, format_id: '251', ext: 'webm', vcodec: 'none', acodec: 'opus', abr: 128, language: 'de' },
      { ...format, format_id: '136', ext: 'mp4', vcodec: 'avc1.4d401f', acodec: 'none', width: 1280, height: 720 },
      { ...format, format_id: '247', ext: 'webm', vcodec: 'vp9', acodec: 'none', width: 1280, height: 720 },
    ],
    subtitles: { en: [{ ext: 'vtt', url: ADDRESS }] },
  });
  const link = { kind: 'video', id: ID, canonicalUrl: `https://www.youtube.com/watch?v=${ID}` } as const;
  readMedia('youtube', link, info, { warnings: [], refusals: [], canConvert: true });
}
