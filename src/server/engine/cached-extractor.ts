import { fail, type Result } from '#/model/failure.ts';
import type { Platform } from '#/model/platform.ts';
import { type Trace, untraced } from '#/server/observability/tracing.ts';
import type { HealthRegistry } from './egress-routes/platform-health.ts';
import type { PolicyEnforcer } from './egress-routes/policy.ts';
import type { MediaExtractor } from './extract.ts';
import { createExtractionCache, type ExtractionCache } from './extraction-cache.ts';
import { mediaKey } from './links/link.ts';
import type { ListCache } from './lists/list-cache.ts';
import type { Extraction } from './media/extraction.ts';
import { isList, type MediaLink } from './platforms/rules.ts';

/** `from`: an entry of a list, unless told the first; what is answered and kept is all that was read with it. */
type Wanted = { platform: Platform; link: MediaLink; from?: number };

/** Media by their links, extracted where no answer is kept, and only where that may be asked for now. */
export type CachedExtractor = Pick<ExtractionCache, 'dropAll' | 'close'> & {
  /** `avoided`: a way that is tried last. */
  get(
    wanted: Wanted,
    options?: { signal?: AbortSignal | undefined; avoided?: string | undefined },
  ): Promise<Result<Extraction>>;
  /** Of a list its beginning. */
  kept(platform: Platform, link: MediaLink): ReturnType<ExtractionCache['kept']>;
  drop(wanted: Wanted, isStale: (extraction: Extraction) => boolean, options: { isCertain: boolean }): void;
};

type Ports = {
  /** null: there is none. */
  extract: MediaExtractor | null;
  /** Whether a worker is there that extracts. */
  isAvailable: () => boolean;
  healthRegistry: Pick<HealthRegistry, 'refusal' | 'routesOf'>;
  policyEnforcer: Pick<PolicyEnforcer, 'ofMedia'>;
  lists: Pick<ListCache, 'chunkOf'>;
  trace?: Trace | undefined;
};

const UNAVAILABLE_RETRY_S = 30;

export function createCachedExtractor(ports: Ports): CachedExtractor {
  const { extract, isAvailable, healthRegistry, policyEnforcer, lists, trace = untraced } = ports;
  const cache = createExtractionCache();

  /** Of a list there is an answer for each part of it that was read at once. */
  function chunkOf({ platform, link, from = 1 }: Wanted): { key: string; first: number; chunkKey: string } {
    const key = mediaKey(platform, link);
    const first = isList(link) ? lists.chunkOf(key, from) : 1;
    return { key, first, chunkKey: first === 1 ? key : `${key}@${first}` };
  }

  return {
    async get(wanted, { signal, avoided } = {}) {
      const { platform, link } = wanted;
      const { key, first, chunkKey } = chunkOf(wanted);
      const answer = await cache.get(
        chunkKey,
        async (whileWanted) => {
          if (!extract || !isAvailable())
            return fail('engine_unavailable', { platform, retryAfterS: UNAVAILABLE_RETRY_S });
          const refused = healthRegistry.refusal(platform);
          if (refused) return refused;
          const routes = healthRegistry.routesOf(platform, avoided);
          return trace('extract', { platform }, () =>
            extract(platform, link, { key, from: first, routes, signal: whileWanted }),
          );
        },
        signal,
      );
      return (answer.ok && policyEnforcer.ofMedia(answer.value.media)) || answer;
    },
    kept: (platform, link) => cache.kept(mediaKey(platform, link)),
    drop: (wanted, isStale, options) => cache.drop(chunkOf(wanted).chunkKey, isStale, options),
    dropAll: cache.dropAll,
    close: cache.close,
  };
}
