import { join } from 'node:path';
import { createEgress } from '#/server/egress/index.ts';
import { createEngine } from '#/server/engine/index.ts';
import { inScratch } from '../scratch.ts';
import type { Extractor } from './extractor/extractor.ts';
import { costOf } from './extractor/parts.ts';

/** What an engine can do, and what it costs where it cannot. */
type PartFinding = { what: string; seen: string; cost?: string };

/**
 * Whether YouTube's challenges can be solved, and whether platforms can be asked as browsers ask, as an engine says that has just been started
 * for it and has tried; without network. That a package is there, or was at the last set-up, says less.
 */
export async function findParts({
  python,
  extractorPath,
}: Pick<Extractor, 'python' | 'extractorPath'>): Promise<PartFinding[]> {
  const egress = await createEgress({ allowedHosts: [] });
  let said = '';
  const health = await inScratch(async (folder) => {
    const engine = await createEngine({
      egress,
      python,
      extractorPath,
      cacheDir: join(folder, 'engine'),
      playersDir: join(folder, 'players'),
      size: 1,
      log(line) {
        said = line;
      },
    });
    const health = engine.health();
    await engine.close();
    return health;
  });
  await egress.close();
  const { challengeScripts, curlCffi } = health.versions;
  return [
    health.jsChallenges
      ? {
          what: 'Challenges',
          seen: `of YouTube are solved (yt-dlp-ejs ${challengeScripts} on Node ${process.versions.node})`,
        }
      : { what: 'Challenges', seen: said || 'of YouTube are not solved', cost: costOf('jsChallenges') },
    health.browserFingerprints
      ? { what: 'Fingerprints', seen: `of browsers (curl-cffi ${curlCffi})` }
      : { what: 'Fingerprints', seen: 'of browsers cannot be had', cost: costOf('browserFingerprints') },
  ];
}
