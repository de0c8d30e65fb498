import { createListCache } from '../lists/list-cache.ts';
import { mediaKey } from '../links/link.ts';
import type { LinkReader } from '../links/link-reader.ts';
import { createHealthRegistry, type HealthRegistry } from '../egress-routes/platform-health.ts';
import type { ClientLadder } from '../egress-routes/client-ladder.ts';
import { createExtractor, type ExtractorPorts } from '../extract.ts';
import type { Platform } from '#/model/platform.ts';
import type { ExtractorInstance } from './extractor-instance.ts';
import { createVersions, type Versions, versionOf } from './versions.ts';

type Ports = Pick<ExtractorPorts, 'egress' | 'canConvert' | 'sizeWaitMs' | 'deadlines'> & {
  links: Pick<LinkReader, 'follow'>;
  /** The ways out that a platform is asked by, in their order; and those of them to be tried now. */
  routesOf: (platform: Platform) => readonly string[];
  healthRegistry: Pick<HealthRegistry, 'routesOf'>;
  /** A new one, by the settings of now. */
  newLadder: () => ClientLadder;
};

/** For one link, by the candidate and by the running version. */
const CANARY_MS = 90_000;

/** Reads a link by a version that is to take over: whether it is lost by it, the one that runs having read it. */
export type IsLost = (link: string, candidate: ExtractorInstance, running: ExtractorInstance) => Promise<boolean>;

/** What is tried is all of its own: it says nothing of platforms, of their clients and lists, and has no account to lose. */
export function createCanaryReader({ links, routesOf, healthRegistry, newLadder, ...ports }: Ports): IsLost {
  return async (link, candidate, running) => {
    const reading = await links.follow(link);
    if (!reading.ok) return false;
    let isLost = false;
    const trial = createVersions(candidate, {
      sizes: { size: 1 },
      onRead: (_, __, read) => (isLost ||= read === 'lost'),
    });
    const asked: Pick<Versions, 'use'> = {
      use: (read) =>
        trial.use((use) => read({ ...use, second: { pool: running.pool, version: () => versionOf(running) } })),
    };
    const extract = createExtractor({
      ...ports,
      versions: asked,
      healthRegistry: createHealthRegistry(undefined, undefined, { routesOf }),
      ladder: newLadder(),
      lists: createListCache(),
      accountCookies: () => null,
      log: () => {},
    });
    const { platform, media } = reading.value;
    await extract(platform, media, {
      key: mediaKey(platform, media),
      routes: healthRegistry.routesOf(platform),
      signal: AbortSignal.timeout(CANARY_MS),
    });
    return isLost;
  };
}
