import { mkdir } from 'node:fs/promises';
import { fail, ok, type Result } from '#/model/failure.ts';
import { allFormats, type Format } from '#/model/media.ts';
import type { Platform } from '#/model/platform.ts';
import type { RoutesOff } from '#/model/route.ts';
import type { NotedAnswer } from '#/model/unread-answer.ts';
import type { Egress, EgressRoutes } from '#/server/egress/egress.ts';
import { type Trace, untraced } from '#/server/observability/tracing.ts';
import { createAnswers } from './answers.ts';
import { createClientLadder } from './client-ladder.ts';
import type { Combined } from './combine-formats.ts';
import { createExtractor } from './extract.ts';
import type { Engine, EngineControls, Extraction, FoundFormat, Part, Source } from './extraction.ts';
import { createGatekeeper, type Gate } from './gate.ts';
import { formatOfId, partsOf, withTrack } from './on-demand.ts';
import { sameFormat } from './same-format.ts';
import { createHealthBook } from './platform-health.ts';
import type { PaceLimits } from './route-pace.ts';
import type { MediaLink } from './platforms/rules.ts';
import { resolveLink } from './short-links.ts';
import { createSolver, type Solver } from './solver/solver.ts';
import { createPool, type Pool } from './worker/pool.ts';
import type { ToldExchange } from './worker/protocol.ts';
import { startWorker } from './worker/process.ts';

export type { Gate } from './gate.ts';
export { egressHosts } from './platforms/all.ts';

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
  /** Worker processes. */
  size?: number;
  /**
   * The clients YouTube is asked as, one after the other until one is answered, those joined by `+` together; they break every few weeks.
   * Without a solver some work only.
   */
  youtubePlayerClients?: readonly string[];
  /** Unless given, nothing is traced. */
  trace?: Trace;
  /** What is not let through; without one, nothing is held back. */
  gate?: Gate;
  /** One line each, without links or addresses. */
  log: (message: string) => void;
  /** Told of each answer of a platform that nobody understands, and which extractor read it. */
  onUnread?: (answer: NotedAnswer) => void;
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

/** The engine over a pool of yt-dlp workers. Resolves when the first worker is ready, or when there can be none; see `health()`. */
export async function createEngine(options: EngineOptions): Promise<Engine & EngineControls> {
  const { egress, log, trace = untraced, size = DEFAULT_WORKERS } = options;
  const gatekeeper = createGatekeeper(options.gate ?? (() => null));
  const configuredClients = options.youtubePlayerClients ?? EXTRACTORS_CHOICE;
  let youtubePlayerClients = configuredClients;
  await mkdir(options.cacheDir, { recursive: true });
  const solver = options.python
    ? createSolver({ egress, python: options.python, folder: options.playersDir, log })
    : null;
  const pool = options.python && solver ? startPool(options, options.python, size, solver) : null;
  await pool?.started;
  const routesOf = options.routesOf ?? (() => egress.routes.map(({ name }) => name));
  let routesOff: RoutesOff = {};
  const isOff = (platform: Platform, route: string) => routesOff[platform]?.includes(route) ?? false;
  const book = createHealthBook(undefined, undefined, { routesOf, isOff, ...(options.pace && { pace: options.pace }) });
  const ladder = createClientLadder(() => youtubePlayerClients);
  await solver?.settled();
  const extract =
    pool &&
    createExtractor({
      pool,
      egress,
      book,
      log,
      canConvert: options.canConvert ?? false,
      ladder,
      onUnread: (answer) => options.onUnread?.({ ...answer, version: pool.ready()?.extractor ?? null }),
    });
  const answers = createAnswers();

  /** Whether a worker is there whose extractor is new enough. */
  const isAvailable = () => {
    const version = pool?.ready()?.extractor;
    return version !== undefined && version >= OLDEST_EXTRACTOR;
  };
  if (!isAvailable()) log(`the extractor is missing or older than ${OLDEST_EXTRACTOR}: downloads are unavailable`);

  async function answer(platform: Platform, link: MediaLink, signal?: AbortSignal): Promise<Result<Extraction>> {
    const key = keyOf(platform, link);
    const answer = await answers.get(
      key,
      async (whileWanted) => {
        if (!extract || !isAvailable()) return fail('engine_unavailable', { platform, retryAfterS: HEALTH_RETRY_S });
        const refused = book.refusal(platform);
        if (refused) return refused;
        const routes = book.routesOf(platform);
        return trace('extract', { platform }, () => extract(platform, link, { key, routes, signal: whileWanted }));
      },
      signal,
    );
    return (answer.ok && gatekeeper.ofMedia(answer.value.media)) || answer;
  }

  function follow(link: string, signal?: AbortSignal) {
    return resolveLink(link, egress, signal, (platform) => {
      const open = book.routesOf(platform);
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
    const refused = gatekeeper.ofText(link);
    if (refused) return refused;
    const reading = await follow(link, signal);
    return (reading.ok && gatekeeper.ofLink(reading.value.platform, reading.value.media)) || reading;
  }

  return {
    async resolve(link, { signal } = {}) {
      const reading = await read(link, signal);
      if (!reading.ok) return reading;
      const { platform, media } = reading.value;
      const result = await answer(platform, media, signal);
      return result.ok ? ok(withHints(result.value, media)) : result;
    },

    async find(canonicalUrl, formatId, { sound, signal } = {}) {
      const reading = await read(canonicalUrl, signal);
      if (!reading.ok) return reading;
      const found = await answer(reading.value.platform, reading.value.media, signal);
      return found.ok ? pick(found.value, formatId, sound) : found;
    },

    async renew(canonicalUrl, formatId, stale, { signal } = {}) {
      const reading = await read(canonicalUrl, signal);
      if (!reading.ok) return reading;
      const { platform, media: link } = reading.value;
      const before = await answer(platform, link, signal);
      if (!before.ok) return before;
      const isStale = ({ sources }: Extraction) => [...sources.values()].some(({ url }) => url === stale.url);
      const isCertain = stale.route !== undefined && egress.isRouteLost(stale.route);
      answers.drop(keyOf(platform, link), isStale, { isCertain });
      const after = await answer(platform, link, signal);
      return after.ok ? successor(after.value, formatId, before.value) : after;
    },

    health() {
      const ready = pool?.ready() ?? null;
      return {
        available: isAvailable(),
        conversions: options.canConvert ?? false,
        extractor: ready?.extractor ?? null,
        python: ready?.python ?? null,
        jsChallenges: solver?.isAble() ?? false,
        browserFingerprints: ready?.browserFingerprints ?? false,
        versions: { challengeScripts: ready?.challengeScripts?.version ?? null, curlCffi: ready?.curlCffi ?? null },
        solver: solver?.counts() ?? { solved: 0, failed: 0, restarts: 0 },
        workers: pool?.stats() ?? { size: 0, busy: 0, queued: 0, restarts: 0 },
      };
    },

    platformHealth(platform) {
      const off = gatekeeper.ofPlatform(platform);
      if (isAvailable() && !off) return book.health(platform);
      const { checkedAt } = book.health(platform);
      return { state: 'unavailable', reason: off ?? { code: 'engine_unavailable', platform }, checkedAt };
    },

    platformRoutes: (platform) =>
      book.routes(platform).flatMap((route) => {
        const known = egress.routes.find(({ name }) => name === route.name);
        return known ? [{ ...known, ...route }] : [];
      }),

    routeTotals: book.totals,
    youtubeClients: ladder.states,

    async identify(link, { signal } = {}) {
      const reading = await follow(link, signal);
      if (!reading.ok) return reading;
      const { platform, media } = reading.value;
      return ok({ platform, canonicalUrl: media.canonicalUrl, id: media.id });
    },

    configure(settings) {
      const clients = settings.youtubePlayerClients ?? configuredClients;
      // What was answered to other clients has other formats.
      if (clients.join() !== youtubePlayerClients.join()) answers.dropAll(({ media }) => media.platform === 'youtube');
      youtubePlayerClients = clients;
      const { workersPerPlatform: perPlatform } = settings;
      pool?.resize({ size: settings.workers ?? size, ...(perPlatform && { perPlatform }) });
    },

    switchRoutes(off) {
      routesOff = off;
      answers.dropAll(({ media: { platform }, sources }) =>
        [...sources.values()].some(({ route }) => route !== undefined && isOff(platform, route.name)),
      );
    },

    dropRefused: () => answers.dropAll(({ media }) => gatekeeper.ofMedia(media) !== null),

    async close() {
      answers.close();
      await Promise.all([pool?.close(), solver?.close()]);
    },
  };
}

function startPool(
  { egress, extractorPath, cacheDir, caBundleFile, log, onExchange }: EngineOptions,
  python: string,
  size: number,
  solver: Solver,
): Pool {
  const settings = {
    python,
    extractorPath,
    cacheDir,
    proxyUrl: egress.proxyUrl,
    ...(caBundleFile && { caBundleFile }),
    ...(onExchange && { onExchange }),
    solver,
  };
  return createPool({
    size,
    log,
    start() {
      const worker = startWorker(settings);
      // A newer extractor brings newer scripts. One that does not start says nothing of them.
      worker.ready.then(({ challengeScripts }) => solver.use(challengeScripts)).catch(() => {});
      return worker;
    },
  });
}

function keyOf(platform: Platform, { kind, id }: MediaLink): string {
  return `${platform}:${kind}:${id}`;
}

function withHints(extraction: Extraction, { hints }: MediaLink): Extraction {
  const { media } = extraction;
  const own = { startS: hints?.startS ?? media.hints.startS, itemIndex: hints?.itemIndex ?? null };
  return { ...extraction, media: { ...media, hints: own } };
}

function pick(extraction: Extraction, formatId: string, sound: string | undefined): Result<FoundFormat> {
  const { media, sources, stock } = extraction;
  const { platform } = media;
  const known = listed(extraction, formatId) ?? formatOfId(formatId, stock);
  if (!known) return fail('format_gone', { platform });
  const asked = sound === undefined ? ok(known) : withTrack(known, sound, stock);
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

function ingredientOf({ stock }: Extraction, formatId: string): Format | undefined {
  return stock.ingredients.get(formatId)?.format;
}

/** The source of a format by its id, or of what has taken its place since `before`. */
function successor({ media, sources, stock }: Extraction, formatId: string, before: Extraction): Result<Source> {
  const wanted = allFormats(before.media).find(({ id }) => id === formatId) ?? ingredientOf(before, formatId);
  const unlisted = [...stock.ingredients.values()].map(({ format }) => format);
  const formats = [...allFormats(media), ...unlisted].filter(({ id }) => sources.has(id));
  const other = wanted && sameFormat(formats, wanted);
  const source = sources.get(formatId) ?? (other && sources.get(other.id));
  return source ? ok(source) : fail('format_gone', { platform: media.platform });
}
