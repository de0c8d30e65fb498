import type { Platform } from '#/model/platform.ts';
import type { RoutesOff } from '#/model/engine/route.ts';
import { createCachedExtractor } from './extraction-cache.ts';
import { usualDeadlines } from './deadlines.ts';
import { createAccountCookies } from './egress-routes/account-cookies.ts';
import { createClientLadder } from './egress-routes/client-ladder.ts';
import { createHealthRegistry } from './egress-routes/platform-health.ts';
import { createPolicyEnforcer } from './egress-routes/policy.ts';
import { createEngineHealth } from './engine-health.ts';
import { createExtractor, type ExtractorPorts } from './extract.ts';
import { createLinkReader } from './links/link-reader.ts';
import { createListCache } from './lists/list-cache.ts';
import type { Engine, EngineControls } from './media/extraction.ts';
import { warmUpReading } from './media/warm-up.ts';
import type { EngineOptions } from './options.ts';
import { platformRules } from './platforms/all.ts';
import { SIZE_WAIT_MS } from './probing/size-wait.ts';
import { createSourceRenewal } from './source-renewal.ts';
import { createResolver } from './resolver.ts';
import { openTokens } from './tokens/open-tokens.ts';
import { createCanaryReader } from './versions/canary-read.ts';
import { startExtractorInstance, type VersionPlace } from './versions/extractor-instance.ts';
import { createVersionControls } from './versions/version-controls.ts';
import { createVersions, versionOf } from './versions/versions.ts';

export type { AccessPolicy } from './egress-routes/policy.ts';
export type { EngineOptions } from './options.ts';
export { egressHosts } from './platforms/all.ts';
export { hostsFor as tokenHosts, type TokenSetting } from './tokens/open-tokens.ts';

/**
 * The extractor's own choice, which a new release of it may change: with a solver three clients, without one those that need none
 * (`_DEFAULT_CLIENTS`, `_DEFAULT_JSLESS_CLIENTS` in yt-dlp's extractor/youtube/_video.py).
 */
const EXTRACTORS_CHOICE = ['default'];
/** Since which release the extractors' interfaces are as we use them. */
const OLDEST_EXTRACTOR = '2026.10';
const DEFAULT_WORKERS = 2;

/** The engine over a pool of yt-dlp workers. Resolves when the first worker is ready, or when there can be none; see `health()`. */
export async function createEngine(options: EngineOptions): Promise<Engine & EngineControls> {
  const { egress, log, size = DEFAULT_WORKERS, deadlines = usualDeadlines, canConvert = false } = options;
  const settings = { egress, canConvert, sizeWaitMs: options.sizeWaitMs ?? SIZE_WAIT_MS, deadlines };
  const configuredClients = options.youtubePlayerClients ?? EXTRACTORS_CHOICE;
  let youtubePlayerClients = configuredClients;
  const routesOf = options.routesOf ?? (() => egress.routes.map(({ name }) => name));
  let routesOff: RoutesOff = {};
  const isOff = (platform: Platform, route: string) => routesOff[platform]?.includes(route) ?? false;

  const { python } = options;
  const base: VersionPlace = { extractorPath: options.extractorPath, cacheDir: options.cacheDir };
  const tokens = python ? openTokens(options.tokens ?? 'off', { egress, python, deadlines, log }) : null;
  const start = python
    ? (place: VersionPlace, workers = 1) =>
        startExtractorInstance({ ...options, python, tokens, deadlines }, place, workers)
    : null;
  const instance = start && (await start(base, size));
  const versions = instance && createVersions(instance, { sizes: { size }, onRead: options.onRead ?? (() => {}) });
  /** Whether a worker is there whose extractor is new enough. */
  const isAvailable = () => ((versions && versionOf(versions.first())) ?? '') >= OLDEST_EXTRACTOR;

  const policyEnforcer = createPolicyEnforcer(options.accessPolicy ?? (() => null));
  const healthRegistry = createHealthRegistry(undefined, undefined, {
    routesOf,
    isOff,
    ...(options.pace && { pace: options.pace }),
  });
  const lists = createListCache();
  const newLadder = () =>
    createClientLadder({
      clients: () => youtubePlayerClients,
      canToken: (route) => tokens?.isAble(route) ?? false,
    });
  const ladder = newLadder();
  const accountCookies = createAccountCookies(options.accountFiles ?? [], log);
  const onUnread: ExtractorPorts['onUnread'] = (answer, version) => options.onUnread?.({ ...answer, version });
  const extract =
    versions &&
    createExtractor({ ...settings, versions, healthRegistry, lists, log, accountCookies, ladder, onUnread });
  const links = createLinkReader({
    egress,
    healthRegistry,
    policyEnforcer,
    switchedOn: (platform) => routesOf(platform).filter((name) => !isOff(platform, name)),
  });
  const { trace } = options;
  const extractor = createCachedExtractor({ extract, isAvailable, healthRegistry, policyEnforcer, lists, trace });
  if (isAvailable()) warmUpReading();
  else log(`the extractor is missing or older than ${OLDEST_EXTRACTOR}: downloads are unavailable`);

  return {
    ...createResolver({ links, extractor }),
    renew: createSourceRenewal({ links, extractor, egress, healthRegistry, ladder, tokens }),
    ...createEngineHealth({ versions, isAvailable, tokens, canConvert, egress, healthRegistry, policyEnforcer }),
    routeTotals: healthRegistry.totals,
    youtubeClients: ladder.states,
    ...createVersionControls({
      running: versions && { versions, start },
      base,
      isLost: createCanaryReader({ ...settings, links, routesOf, healthRegistry, newLadder }),
      selfTestMs: deadlines.trial.selfTestMs,
    }),

    configure(changed) {
      const clients = changed.youtubePlayerClients ?? configuredClients;
      // What was answered to other clients has other formats.
      if (clients.join() !== youtubePlayerClients.join())
        extractor.dropAll(({ media: { platform } }) => platformRules[platform].clientArgs !== undefined);
      youtubePlayerClients = clients;
      const { workersPerPlatform: perPlatform } = changed;
      versions?.resize({ size: changed.workers ?? size, ...(perPlatform && { perPlatform }) });
    },

    switchRoutes(off) {
      routesOff = off;
      extractor.dropAll(({ media: { platform }, sources }) =>
        [...sources.values()].some(({ route }) => route !== undefined && isOff(platform, route.name)),
      );
    },

    dropRefused: () => extractor.dropAll(({ media }) => policyEnforcer.ofMedia(media) !== null),

    async close() {
      extractor.close();
      await Promise.all([versions?.close(), tokens?.close()]);
    },
  };
}
