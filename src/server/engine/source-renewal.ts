import { type Failure, ok } from '#/model/failure.ts';
import type { Platform } from '#/model/platform.ts';
import type { EgressRoutes, RouteUse } from '#/server/egress/egress.ts';
import type { CachedExtractor } from './extraction-cache.ts';
import type { ClientLadder } from './egress-routes/client-ladder.ts';
import type { HealthRegistry } from './egress-routes/platform-health.ts';
import type { LinkReader } from './links/link-reader.ts';
import { entryOfFormat } from './lists/list-page.ts';
import type { Engine, Extraction, Source } from './media/extraction.ts';
import { findSuccessor } from './media/find-format.ts';
import { isSameSource } from './media/same-format.ts';
import { platformRules } from './platforms/all.ts';
import type { PoTokens } from './tokens/tokens.ts';

type Ports = {
  links: Pick<LinkReader, 'read'>;
  extractor: Pick<CachedExtractor, 'get' | 'drop'>;
  egress: Pick<EgressRoutes, 'isRouteLost'>;
  healthRegistry: Pick<HealthRegistry, 'routesOf' | 'mediaRefused'>;
  ladder: Pick<ClientLadder, 'mediaRefused'>;
  /** null: nobody makes any. */
  tokens: Pick<PoTokens, 'doubt'> | null;
};

/** Finds a source anew that has stopped working: by another way out where this one is refused, else by a fresh extraction. */
export function createSourceRenewal({
  links,
  extractor,
  egress,
  healthRegistry,
  ladder,
  tokens,
}: Ports): Engine['renew'] {
  /** The name of a way, if there is another one to try now. */
  function otherThan(platform: Platform, route: RouteUse | undefined): string | undefined {
    return route && healthRegistry.routesOf(platform).some((name) => name !== route.name) ? route.name : undefined;
  }

  /** What was refused may have wanted a token, or a better one. Addresses whose time is over are refused, too; then it does no harm. */
  function doubtTokens(platform: Platform, { url, route }: Source, refusal: Failure | undefined): void {
    const { bearsToken } = platformRules[platform];
    if (!bearsToken || !route || refusal?.code === 'rate_limited') return;
    if (bearsToken(url)) tokens?.doubt(route);
    else ladder.mediaRefused(route.name);
  }

  return async (canonicalUrl, formatId, stale, { refusal, signal } = {}) => {
    const reading = await links.read(canonicalUrl, signal);
    if (!reading.ok) return reading;
    const { platform, media: link } = reading.value;
    const wanted = { platform, link, from: entryOfFormat(link, formatId) };
    const avoided = refusal && otherThan(platform, stale.route);
    if (refusal?.code === 'rate_limited' && !avoided) return ok(stale);
    if (refusal && avoided)
      healthRegistry.mediaRefused(platform, refusal.code, { route: avoided, retryAfterS: refusal.retryAfterS });
    const before = await extractor.get(wanted, { signal, avoided });
    if (!before.ok) return before;
    const isStale = ({ sources }: Extraction) => [...sources.values()].some((source) => isSameSource(source, stale));
    doubtTokens(platform, stale, refusal);
    const isCertain = avoided !== undefined || (stale.route !== undefined && egress.isRouteLost(stale.route));
    extractor.drop(wanted, isStale, { isCertain });
    const after = await extractor.get(wanted, { signal, avoided });
    return after.ok ? findSuccessor(after.value, formatId, before.value) : after;
  };
}
