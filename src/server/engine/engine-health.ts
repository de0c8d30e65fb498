import type { EgressRoutes } from '#/server/egress/egress.ts';
import type { HealthRegistry } from './egress-routes/platform-health.ts';
import type { PolicyEnforcer } from './egress-routes/policy.ts';
import type { Engine } from './media/extraction.ts';
import type { PoTokens } from './tokens/tokens.ts';
import type { Versions } from './versions/versions.ts';

type Ports = {
  /** null: there is no Python. */
  versions: Pick<Versions, 'first'> | null;
  /** Whether a worker is there that extracts. */
  isAvailable: () => boolean;
  /** null: nobody makes any. */
  tokens: Pick<PoTokens, 'state'> | null;
  canConvert: boolean;
  egress: Pick<EgressRoutes, 'routes'>;
  healthRegistry: Pick<HealthRegistry, 'health' | 'routes'>;
  policyEnforcer: Pick<PolicyEnforcer, 'ofPlatform'>;
};

/** What the engine tells of itself and of its platforms: which parts of it work, and how each platform and each way out does. */
export function createEngineHealth({
  versions,
  isAvailable,
  tokens,
  canConvert,
  egress,
  healthRegistry,
  policyEnforcer,
}: Ports): Pick<Engine, 'health' | 'platformHealth' | 'platformRoutes'> {
  return {
    health() {
      const { pool, solver } = versions?.first() ?? { pool: null, solver: null };
      const ready = pool?.ready() ?? null;
      return {
        available: isAvailable(),
        conversions: canConvert,
        extractor: ready?.extractor ?? null,
        python: ready?.python ?? null,
        jsChallenges: solver?.isAble() ?? false,
        browserFingerprints: ready?.browserFingerprints ?? false,
        tokens: tokens?.state() ?? 'off',
        versions: { challengeScripts: ready?.challengeScripts?.version ?? null, curlCffi: ready?.curlCffi ?? null },
        solver: solver?.counts() ?? { solved: 0, failed: 0, restarts: 0 },
        workers: pool?.stats() ?? { size: 0, busy: 0, queued: 0, restarts: 0 },
      };
    },

    platformHealth(platform) {
      const off = policyEnforcer.ofPlatform(platform);
      if (isAvailable() && !off) return healthRegistry.health(platform);
      const { checkedAt } = healthRegistry.health(platform);
      return { state: 'unavailable', reason: off ?? { code: 'engine_unavailable', platform }, checkedAt };
    },

    platformRoutes: (platform) =>
      healthRegistry.routes(platform).flatMap((route) => {
        const known = egress.routes.find(({ name }) => name === route.name);
        return known ? [{ ...known, ...route }] : [];
      }),
  };
}
