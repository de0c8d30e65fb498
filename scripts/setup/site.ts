import { buildSite } from './build.ts';
import { type Extractor, extractorEnvironment, prepareExtractor } from './extractor/extractor.ts';
import { costsOf, type ExtractorParts } from './extractor/parts.ts';
import { compileMessages } from './messages.ts';
import { FFMPEG, findProgram, prepareProgram } from './programs.ts';

/** All that serving the site needs beyond the dependencies; tells the server in this process where the extractor is. */
export async function prepareSite({ build }: { build: boolean }): Promise<Extractor | null> {
  // At once: one waits for the network while the other calculates.
  const [extractor, ffmpeg] = await Promise.all([
    prepareExtractor(),
    prepareProgram(FFMPEG),
    compileMessages().then(() => (build ? buildSite() : undefined)),
  ]);
  Object.assign(process.env, extractorEnvironment(extractor));
  if (ffmpeg) process.env['FFMPEG_PATH'] ||= ffmpeg;
  return extractor;
}

/** What the extractor lacks on this machine, each with what that costs. */
export function shortcomings(extractor: Partial<ExtractorParts> | null): string[] {
  if (!extractor) return ['No extractor: the site serves, but downloads are unavailable. `npm run doctor` says more.'];
  const costs: string[] = [];
  if (!process.env['FFMPEG_PATH'] && !findProgram(FFMPEG.names))
    costs.push('No ffmpeg: no MP3, FLAC, WAV and GIF, and no video that exists in segments only.');
  return [...costs, ...costsOf(extractor)];
}
