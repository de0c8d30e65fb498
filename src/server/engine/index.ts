import { limits } from '#app.config';
import type { ExtractorRead } from '#/model/engine/extractor-version.ts';
import { fail, ok, type Result } from '#/model/failure.ts';
import { allFormats, type Format } from '#/model/media/media.ts';
import type { Platform } from '#/model/platform.ts';
import type { RoutesOff } from '#/model/engine/route.ts';
import type { NotedAnswer } from '#/model/engine/unread-answer.ts';
import type { Egress, EgressRoutes, RouteUse } from '#/server/egress/egress.ts';
import { type Trace, untraced } from '#/server/observability/tracing.ts';
import { type AccountFile, createAccountCookies } from './egress-routes/account-cookies.ts';
import { createExtractionCache } from './extraction-cache.ts';
import { createClientLadder } from './egress-routes/client-ladder.ts';
import type { Combined } from './media/combine-formats.ts';
import { type Deadlines, usualDeadlines } from './deadlines.ts';
import { createExtractor } from './extract.ts';
import type { Engine, EngineControls, Extraction, FoundFormat, Part, Source } from './media/extraction.ts';
import { createPolicyEnforcer, type AccessPolicy } from './egress-routes/policy.ts';
import { formatOfId, partsOf, withOtherTrack } from './media/on-demand.ts';
import { isSameSource, sameFormat } from './media/same-format.ts';
import { warmUpReading } from './media/warm-up.ts';
import { createHealthRegistry } from './egress-routes/platform-health.ts';
import type { PaceLimits } from './egress-routes/route-pace.ts';
import { recognise } from './links/link.ts';
import { createListCache } from './lists/list-cache.ts';
import { platformRules } from './platforms/all.ts';
import { isList, type MediaLink } from './platforms/rules.ts';
import { followLink } from './links/short-links.ts';
import {
  type ExtractorInstance,
  type ExtractorInstancePorts,
  startExtractorInstance,
  type VersionPlace,
} from './versions/extractor-instance.ts';
import { SIZE_WAIT_MS } from './probing/size-wait.ts';
import { createCandidateVersion, NOT_STARTED } from './versions/candidate-version.ts';
import { createVersions, isSamePlace, type Versions, versionOf } from './versions/versions.ts';
import { openTokens, type TokenSetting } from './tokens/open-tokens.ts';
import type { ToldExchange } from './worker/protocol.ts';

export type { AccessPolicy } from './egress-routes/policy.ts';
export { egressHosts } from './platforms/all.ts';
export { hostsFor as tokenHosts, type TokenSetting } from './tokens/open-tokens.ts';

export type EngineOptions = {
  egress: Egress & EgressRoutes;
  /** The names of the ways out that a platform is asked by, in their order; unless given, all there are. */
  routesOf?: (platform: Platform) => readonly string[];
  /** How much may go each way to each platform; unless given, there is no limit. */
  pace?: PaceLimits;
  /** Python ≥ 3.11; null: there is none, and every link is answered `engine_unavailable`. */
  python: string | null;
  /** Folder with yt_dlp/ and what it needs; null: Python's own packages. */
  extractorPath: string | null;
  /** For the workers' scratch files. */
  cacheDir: string;
  /** For players of YouTube that were prepared. Nobody else may write there; `cacheDir` belongs to the workers. */
  playersDir: string;
  /** Certificates trusted instead of the system's: tests and the demo. */
  caBundleFile?: string;
  /** Whether formats that need a codec are offered. */
  canConvert?: boolean;
  /** What a read waits at most for the exact sizes of files; after that, estimates are told. */
  sizeWaitMs?: number;
  /** Worker processes. */
  size?: number;
  /** Unless given, the usual ones. */
  deadlines?: Deadlines;
  /**
   * The clients YouTube is asked as, one after the other until one is answered, those joined by `+` together; they break every few weeks.
   * Without a solver some work only.
   */
  youtubePlayerClients?: readonly string[];
  /** Cookies of accounts of the operator's own; unless given, the engine signs in nowhere. */
  accountFiles?: readonly AccountFile[];
  /** Who makes the tokens that YouTube gives browsers; unless given, nobody. */
  tokens?: TokenSetting;
  /** Unless given, nothing is traced. */
  trace?: Trace;
  /** What is not let through; without one, nothing is held back. */
  accessPolicy?: AccessPolicy;
  /** One line each, without links or addresses. */
  log: (message: string) => void;
  /** Told of each answer of a platform that nobody understands, and which extractor read it. */
  onUnread?: (answer: NotedAnswer) => void;
  /** Told of each read, and which version of the extractor was asked first. */
  onRead?: (version: string, platform: Platform, read: ExtractorRead) => void;
  /** Told of all that workers ask and are answered, cookies and tokens included: for a recording, which scrubs it. */
  onExchange?: (exchange: ToldExchange) => void;
};

/**
 * The extractor's own choice, which a new release of it may change: with a solver three clients, without one those that need none
 * (`_DEFAULT_CLIENTS`, `_DEFAULT_JSLESS_CLIENTS` in yt-dlp's extractor/youtube/_video.py).
 */
const EXTRACTORS_CHOICE = ['default'];
/** Since which release the extractors' interfaces are as we use them. */
const OLDEST_EXTRACTOR = '2026.10';
const HEALTH_RETRY_S = 30;
const DEFAULT_WORKERS = 2;
/** For one link that a version is tried with, by it and by the running one. */
const TRIAL_MS = 90_000;

/** The engine over a pool of yt-dlp workers. Resolves when the first worker is ready, or when there can be none; see `health()`. */
export async function createEngine(options: EngineOptions): Promise<Engine & EngineControls> {
  const { egress, log, trace = untraced, size = DEFAULT_WORKERS, deadlines = usualDeadlines } = options;
  const policyEnforcer = createPolicyEnforcer(options.accessPolicy ?? (() => null));
  const configuredClients = options.youtubePlayerClients ?? EXTRACTORS_CHOICE;
  let youtubePlayerClients = configuredClients;
  const base: VersionPlace = { extractorPath: options.extractorPath, cacheDir: options.cacheDir };
  const tokens = options.python
    ? openTokens(options.tokens ?? 'off', { ...options, python: options.python, deadlines })
    : null;
  const instancePorts: ExtractorInstancePorts | null = options.python
    ? { ...options, python: options.python, tokens, deadlines }
    : null;
  const instance = instancePorts && (await startExtractorInstance(instancePorts, base, size));
  const onRead = options.onRead ?? (() => {});
  const versions = instance && createVersions(instance, { sizes: { size }, onRead });
  const routesOf = options.routesOf ?? (() => egress.routes.map(({ name }) => name));
  let routesOff: RoutesOff = {};
  const isOff = (platform: Platform, route: string) => routesOff[platform]?.includes(route) ?? false;
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
  const extractBy = (asked: Pick<Versions, 'use'>, ports: Partial<Parameters<typeof createExtractor>[0]>) =>
    createExtractor({
      versions: asked,
      egress,
      healthRegistry,
      lists,
      log,
      canConvert: options.canConvert ?? false,
      sizeWaitMs: options.sizeWaitMs ?? SIZE_WAIT_MS,
      deadlines,
      accountCookies,
      ladder,
      ...ports,
    });
  const extract =
    versions && extractBy(versions, { onUnread: (answer, version) => options.onUnread?.({ ...answer, version }) });
  const answers = createExtractionCache();

  const runningVersion = () => versions && versionOf(versions.first());
  /** Whether a worker is there whose extractor is new enough. */
  const isAvailable = () => {
    const version = runningVersion();
    return version !== null && version >= OLDEST_EXTRACTOR;
  };
  if (isAvailable()) warmUpReading();
  else log(`the extractor is missing or older than ${OLDEST_EXTRACTOR}: downloads are unavailable`);

  /** `from`: an entry of a list; what is answered and kept is all that was read with it. `avoided`: a way that is tried last. */
  async function answer(
    platform: Platform,
    link: MediaLink,
    signal?: AbortSignal,
    from = 1,
    avoided?: string,
  ): Promise<Result<Extraction>> {
    const key = keyOf(platform, link);
    const first = isList(link) ? lists.chunkOf(key, from) : 1;
    const answer = await answers.get(
      keyOfAnswer(key, first),
      async (whileWanted) => {
        if (!extract || !isAvailable()) return fail('engine_unavailable', { platform, retryAfterS: HEALTH_RETRY_S });
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
  }

  /** The name of a way, if there is another one to try now. */
  function otherThan(platform: Platform, route: RouteUse | undefined): string | undefined {
    return route && healthRegistry.routesOf(platform).some((name) => name !== route.name) ? route.name : undefined;
  }

  function follow(link: string, signal?: AbortSignal) {
    return followLink(link, egress, signal, (platform) => {
      const open = healthRegistry.routesOf(platform);
      // A short link is one small request: it goes also where none of the ways is to be tried now.
      const names =
        open.length > 0
          ? open
          : routesOf(platform)
              .filter((name) => !isOff(platform, name))
              .slice(0, 1);
      const routes = names.flatMap((name) => egress.takeRoute(name) ?? []);
      return routes.length > 0 ? routes : [undefined];
    });
  }

  async function read(link: string, signal?: AbortSignal): Promise<Result<{ platform: Platform; media: MediaLink }>> {
    const refused = policyEnforcer.ofText(link);
    if (refused) return refused;
    const reading = await follow(link, signal);
    return (reading.ok && policyEnforcer.ofLink(reading.value.platform, reading.value.media)) || reading;
  }

  /** What was refused may have wanted a token, or a better one. Addresses whose time is over are refused, too; then it does no harm. */
  function refusedMedia(isWithToken: boolean, route: RouteUse): void {
    if (isWithToken) tokens?.doubt(route);
    else ladder.mediaRefused(route.name);
  }

  /** Whether a link is read by the version that is asked first, and not by another one that would be. */
  async function isLostBy(other: ExtractorInstance, running: ExtractorInstance, link: string): Promise<boolean> {
    const reading = await follow(link);
    if (!reading.ok) return false;
    let isLost = false;
    const trial = createVersions(other, { sizes: { size: 1 }, onRead: (_, __, read) => (isLost ||= read === 'lost') });
    const asked: Pick<Versions, 'use'> = {
      use: (read) =>
        trial.use((use) => read({ ...use, second: { pool: running.pool, version: () => versionOf(running) } })),
    };
    const { platform, media } = reading.value;
    // All of its own: what is tried says nothing of the platform, of its clients and of its lists, and has no account to lose.
    const tried = extractBy(asked, {
      healthRegistry: createHealthRegistry(undefined, undefined, { routesOf }),
      ladder: newLadder(),
      lists: createListCache(),
      accountCookies: () => null,
      log: () => {},
    });
    const key = keyOf(platform, media);
    await tried(platform, media, {
      key,
      routes: healthRegistry.routesOf(platform),
      signal: AbortSignal.timeout(TRIAL_MS),
    });
    return isLost;
  }

  const candidateOf = (candidate: ExtractorInstance, asked: Versions) =>
    createCandidateVersion({
      instance: candidate,
      versions: asked,
      selfTestMs: deadlines.trial.selfTestMs,
      isLost: (link) => isLostBy(candidate, asked.first(), link),
    });

  return {
    async resolve(link, { from = 1, signal } = {}) {
      const reading = await read(link, signal);
      if (!reading.ok) return reading;
      const { platform, media } = reading.value;
      const result = await answer(platform, media, signal, from);
      if (!result.ok) return result;
      return ok(withHints(isList(media) ? pageOf(result.value, from) : result.value, media));
    },

    async find(canonicalUrl, formatId, { sound, signal } = {}) {
      const reading = await read(canonicalUrl, signal);
      if (!reading.ok) return reading;
      const { platform, media } = reading.value;
      const found = await answer(platform, media, signal, entryOf(media, formatId));
      return found.ok ? pick(found.value, formatId, sound) : found;
    },

    async renew(canonicalUrl, formatId, stale, { refusal, signal } = {}) {
      const reading = await read(canonicalUrl, signal);
      if (!reading.ok) return reading;
      const { platform, media: link } = reading.value;
      const from = entryOf(link, formatId);
      const avoided = refusal && otherThan(platform, stale.route);
      if (refusal?.code === 'rate_limited' && !avoided) return ok(stale);
      if (refusal && avoided)
        healthRegistry.mediaRefused(platform, refusal.code, { route: avoided, retryAfterS: refusal.retryAfterS });
      const before = await answer(platform, link, signal, from, avoided);
      if (!before.ok) return before;
      const isStale = ({ sources }: Extraction) => [...sources.values()].some((source) => isSameSource(source, stale));
      const { bearsToken } = platformRules[platform];
      if (bearsToken && stale.route && refusal?.code !== 'rate_limited')
        refusedMedia(bearsToken(stale.url), stale.route);
      const isCertain = avoided !== undefined || (stale.route !== undefined && egress.isRouteLost(stale.route));
      const key = keyOf(platform, link);
      answers.drop(keyOfAnswer(key, lists.chunkOf(key, from)), isStale, { isCertain });
      const after = await answer(platform, link, signal, from, avoided);
      return after.ok ? successor(after.value, formatId, before.value) : after;
    },

    health() {
      const { pool, solver } = versions?.first() ?? { pool: null, solver: null };
      const ready = pool?.ready() ?? null;
      return {
        available: isAvailable(),
        conversions: options.canConvert ?? false,
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

    routeTotals: healthRegistry.totals,
    youtubeClients: ladder.states,

    async identify(link, { signal } = {}) {
      const reading = await follow(link, signal);
      if (!reading.ok) return reading;
      const { platform, media } = reading.value;
      return ok({ platform, canonicalUrl: media.canonicalUrl, id: media.id });
    },

    known(link) {
      const reading = recognise(link);
      if (!reading.ok || !('media' in reading.value)) return null;
      return answers.kept(keyOf(reading.value.platform, reading.value.media));
    },

    configure(settings) {
      const clients = settings.youtubePlayerClients ?? configuredClients;
      // What was answered to other clients has other formats.
      if (clients.join() !== youtubePlayerClients.join())
        answers.dropAll(({ media: { platform } }) => platformRules[platform].clientArgs !== undefined);
      youtubePlayerClients = clients;
      const { workersPerPlatform: perPlatform } = settings;
      versions?.resize({ size: settings.workers ?? size, ...(perPlatform && { perPlatform }) });
    },

    runningVersion: () => ({
      version: runningVersion(),
      place: versions?.first().place ?? base,
      isWatched: versions?.second() != null,
    }),

    async tryVersion(place) {
      if (!versions || !instancePorts) return null;
      const instance = await startExtractorInstance(instancePorts, place, 1);
      return candidateOf(instance, versions);
    },

    async runVersion(place, { isWatched }) {
      if (!versions || !instancePorts) return NOT_STARTED;
      const wanted = place ?? base;
      if (isSamePlace(versions.first().place, wanted)) {
        if (!isWatched) versions.settle();
        return null;
      }
      const second = versions.second();
      if (second && isSamePlace(second.place, wanted)) {
        await versions.takeOver(second, { isWatched });
        return null;
      }
      const instance = await startExtractorInstance(instancePorts, wanted, 1);
      const candidate = candidateOf(instance, versions);
      // What the engine was made with is what is gone back to, and so has nothing to prove.
      const verdict = place === null ? (versionOf(instance) === null ? NOT_STARTED : null) : await candidate.judge([]);
      await (verdict ? candidate.close() : candidate.takeOver({ isWatched }));
      return verdict;
    },

    switchRoutes(off) {
      routesOff = off;
      answers.dropAll(({ media: { platform }, sources }) =>
        [...sources.values()].some(({ route }) => route !== undefined && isOff(platform, route.name)),
      );
    },

    dropRefused: () => answers.dropAll(({ media }) => policyEnforcer.ofMedia(media) !== null),

    async close() {
      answers.close();
      await Promise.all([versions?.close(), tokens?.close()]);
    },
  };
}

function keyOf(platform: Platform, { kind, id }: MediaLink): string {
  return `${platform}:${kind}:${id}`;
}

/** Of a list there is an answer for each part of it that was read at once. */
function keyOfAnswer(key: string, first: number): string {
  return first === 1 ? key : `${key}@${first}`;
}

/** The entry that a format of a list belongs to: all it has are their pictures, `57.thumb`. */
function entryOf(link: MediaLink, formatId: string): number {
  return isList(link) ? Math.max(1, Number.parseInt(formatId, 10) || 1) : 1;
}

/** What is answered at a time, of what was read at once. */
function pageOf(extraction: Extraction, from: number): Extraction {
  const { items, nextFrom } = extraction.media;
  const wanted = items.filter(({ index }) => index >= from);
  const page = wanted.slice(0, limits.playlistEntries);
  const thumbnailId = page.find((item) => item.thumbnailId)?.thumbnailId ?? null;
  const next = wanted[limits.playlistEntries]?.index ?? nextFrom;
  return { ...extraction, media: { ...extraction.media, items: page, nextFrom: next, thumbnailId } };
}

function withHints(extraction: Extraction, { hints }: MediaLink): Extraction {
  const { media } = extraction;
  const own = { startS: hints?.startS ?? media.hints.startS, itemIndex: hints?.itemIndex ?? null };
  return { ...extraction, media: { ...media, hints: own } };
}

function pick(extraction: Extraction, formatId: string, sound: string | undefined): Result<FoundFormat> {
  const { media, sources, sourceFormats } = extraction;
  const { platform } = media;
  const known = listed(extraction, formatId) ?? formatOfId(formatId, sourceFormats);
  if (!known) return fail('format_gone', { platform });
  const asked = sound === undefined ? ok(known) : withOtherTrack(known, sound, sourceFormats);
  if (!asked.ok) return fail(asked.failure.code, { platform });
  const { format, recipe } = asked.value;
  const parts = partsOf(recipe).flatMap((id): Part[] => {
    const source = sources.get(id);
    return source ? [{ formatId: id, source }] : [];
  });
  return parts.length > 0 ? ok({ media, format, recipe, parts }) : fail('format_gone', { platform });
}

function listed({ media, recipes, storyboard }: Extraction, formatId: string): Combined | undefined {
  const recipe = recipes.get(formatId);
  if (!recipe) return undefined;
  const sheets = storyboard?.sheets.map(({ format: sheet }) => sheet) ?? [];
  const format = [...allFormats(media), ...sheets].find(({ id }) => id === formatId);
  return format && { format, recipe };
}

function sourceFormatOf({ sourceFormats }: Extraction, formatId: string): Format | undefined {
  return sourceFormats.byId.get(formatId)?.format;
}

/** The source of a format by its id, or of what has taken its place since `before`. */
function successor(
  { media, sources, sourceFormats }: Extraction,
  formatId: string,
  before: Extraction,
): Result<Source> {
  const wanted = allFormats(before.media).find(({ id }) => id === formatId) ?? sourceFormatOf(before, formatId);
  const unlisted = [...sourceFormats.byId.values()].map(({ format }) => format);
  const formats = [...allFormats(media), ...unlisted].filter(({ id }) => sources.has(id));
  const other = wanted && sameFormat(formats, wanted);
  const source = sources.get(formatId) ?? (other && sources.get(other.id));
  return source ? ok(source) : fail('format_gone', { platform: media.platform });
}
