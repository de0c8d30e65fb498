import { createConfine } from '#/server/confinement/confinement.ts';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { allowances } from '#app.config';
import { createDownloaderClient } from '#/server/http/client.ts';
import type { Downloader } from '#/server/service/downloader.ts';
import type { AdminIdentity } from '#/server/http/admin/ports.ts';
import { type Api, createApi } from '#/server/http/index.ts';
import type { CorsOrigins } from '#/server/http/cors.ts';
import type { CobaltSettings } from '#/server/http/cobalt/cobalt.ts';
import type { GraphqlSettings } from '#/server/http/graphql/graphql.ts';
import type { LimitSettings } from '#/server/service/limits/limit-settings.ts';
import { openBucket } from '#/server/bucket/open-bucket.ts';
import { createEgress, type EgressOptions } from '#/server/egress/index.ts';
import { LOCAL_PYTHON, localExtractor } from '#/server/engine/fixtures/local-extractor.ts';
import { createEngine, egressHosts, type EngineOptions, tokenHosts, type TokenSetting } from '#/server/engine/index.ts';
import { startPlatformReporter } from '#/server/jobs/platform-reporter.ts';
import { createMetrics } from '#/server/observability/metrics.ts';
import { createTelemetry, type TelemetryRegistry } from '#/server/observability/telemetry.ts';
import { type Trace, untraced } from '#/server/observability/tracing.ts';
import { accessPolicyOf, applyOperatorSettings } from '#/server/apply-operator-settings.ts';
import { createUnreadKeeper } from '#/server/keep-unread.ts';
import { observeEngine } from '#/server/observe-engine.ts';
import { type LiveControls, openLiveControls } from '#/server/store/events/live-controls.ts';
import { createStatisticsRepository } from '#/server/store/tables/statistics.ts';
import { addRouteFigures } from '#/server/route-figures.ts';
import { createJobs, type Jobs, type JobsSettings } from '#/server/jobs/index.ts';
import type { PostWebhook } from '#/server/jobs/webhooks.ts';
import { sharedSecret } from '#/server/store/tables/secrets.ts';
import { EMBEDDED_TIMEOUTS } from '#/server/store/query-timeouts.ts';
import { openStore, type Store } from '#/server/store/store.ts';
import { createUnreadAnswerRepository } from '#/server/store/tables/unread-answers.ts';
import { createExtractorUpdates } from '#/server/updates/index.ts';
import { createFfmpeg, createTransfer } from '#/server/transfer/index.ts';
import type { startPlatforms } from '../platforms/server.ts';
import { copyDatabase } from './embedded-template.ts';
import { STAYS_OPEN } from './stays-open.ts';

export const API_KEY = 'a-key-for-tests';
export const METRICS_TOKEN = 'token-for-tests-only';

/** The server with everything behind it, in this process and on a port of its own, in front of the replicas. */
export type TestSite = {
  origin: string;
  api: Api;
  client: Downloader;
  store: Store;
  jobs: Jobs;
  telemetry: TelemetryRegistry;
  controls: LiveControls;
  secret: string;
  close: () => Promise<void>;
};

export type TestSiteOptions = {
  platforms: Awaited<ReturnType<typeof startPlatforms>>;
  /** Of a PostgreSQL that several sites share; without one, the site has a database of its own. */
  databaseUrl?: string;
  /** Whether its own database is the embedded one, instead of one in the run's PostgreSQL, where there is a run of tests. */
  isEmbedded?: boolean;
  /** Shared by several sites; without one, each has its own. */
  folder?: string;
  limits?: Partial<LimitSettings>;
  keptFileS?: number;
  /** Whose pages may call from a browser. */
  corsOrigins?: CorsOrigins;
  cobalt?: Partial<CobaltSettings>;
  graphql?: GraphqlSettings;
  /** Whether kept files are made here. */
  works?: boolean;
  /** How many links are read at the same time: one, unless given, since each worker takes more than a second of a processor to start. */
  readers?: number;
  canaries?: JobsSettings['canaries'];
  /** How soon, and how often, links that users wait for are looked at. */
  watchPauseS?: number;
  /** Who administers; nobody, unless given. */
  admins?: AdminIdentity;
  /** The ways out; directly, unless given. */
  routes?: EgressOptions['routes'];
  /** Cookies of accounts of the operator's; of none, unless given. */
  accountFiles?: EngineOptions['accountFiles'];
  /** Who makes YouTube's tokens; nobody, unless given. */
  tokens?: TokenSetting;
  log?: (line: string) => void;
  /** What is told of the steps of requests; nothing, unless given. */
  trace?: Trace;
  /** Tells clients of their downloads; nobody is told, unless given. */
  postWebhook?: PostWebhook;
};

/** Far above what a test does. */
const PLENTY = 100_000;
const ALMOST_NONE: LimitSettings = {
  windowS: allowances.windowS,
  guest: { resolutions: PLENTY, downloads: PLENTY, gigabytesPerDay: PLENTY, transfers: PLENTY },
  userTimes: allowances.userTimes,
  key: { resolutions: PLENTY, downloads: PLENTY, gigabytesPerDay: PLENTY, transfers: PLENTY },
  guestsPerAddress: allowances.guestsPerAddress,
  streams: { perOwner: PLENTY, perNetwork: PLENTY, inAll: PLENTY },
  server: { transfers: PLENTY, transfersPerPlatform: PLENTY },
  memoryBytes: Infinity,
};

export async function startSite(options: TestSiteOptions): Promise<TestSite> {
  const {
    platforms,
    isEmbedded = false,
    limits,
    keptFileS = allowances.keptFileS,
    works = true,
    readers = 1,
    tokens = 'off',
    canaries = null,
    log = () => {},
    trace = untraced,
    postWebhook,
  } = options;
  const own = options.folder ?? (await mkdtemp(join(tmpdir(), 'site-')));
  const { tlsPort, httpPort, caFile, bundleFile } = platforms;
  const database = await databaseOf(options.databaseUrl, isEmbedded, own);
  // A machine that is busy with other things keeps a PostgreSQL from answering for longer than a site waits for one.
  const store = await openStore({ url: database.url, folder: own, queryTimeouts: EMBEDDED_TIMEOUTS, log });
  const secret = await sharedSecret(store, 'signing');
  const bucket = await openBucket({ folder: join(own, 'files'), secret });
  const egress = await createEgress({
    allowedHosts: [...egressHosts, ...tokenHosts(tokens)],
    replica: { tlsPort, httpPort, caFile },
    log,
    ...(options.routes && { routes: options.routes }),
  });
  const ffmpeg = createFfmpeg({ path: 'ffmpeg', confine: createConfine(LOCAL_PYTHON), log });
  const controls = await openLiveControls(store, log);
  const accessPolicy = accessPolicyOf(controls);
  const unread = createUnreadKeeper({ repository: createUnreadAnswerRepository(store), log, everyMs: 100 });
  const common = {
    egress,
    accessPolicy,
    canConvert: true,
    caBundleFile: bundleFile,
    log,
    trace,
    onUnread: unread.note,
    tokens,
  };
  const extractor = localExtractor();
  const { accountFiles = [] } = options;
  const prober = await createEngine({ ...extractor, ...common, accountFiles, size: readers });
  const stopApplying = applyOperatorSettings(prober, controls);
  const metrics = createMetrics({ watchesProcess: false });
  const write = createStatisticsRepository(store).add;
  const telemetry = createTelemetry({ metrics, trace, write, log });
  const engine = observeEngine(prober, telemetry);
  addRouteFigures({ metrics, engine });
  const reporter = startPlatformReporter({ store, engine, telemetry, log });
  const updates = createExtractorUpdates({
    store,
    engine: prober,
    node: reporter.node,
    mode: 'off',
    python: extractor.python,
    folder: own,
    canaries: [],
    // It asks nobody.
    env: { PIP_NO_INDEX: '1' },
    pinsFile: null,
    log,
  });
  await updates.follow();
  const transfer = createTransfer({ egress, engine, ffmpeg, sizeWaitMs: extractor.sizeWaitMs });
  const { keptPerPlatform, keptWaiting } = allowances.server;
  const jobs = await createJobs({
    store,
    bucket,
    engine,
    transfer,
    prober,
    telemetry,
    controls,
    log,
    ...(postWebhook && { postWebhook }),
    settings: {
      concurrency: 2,
      keptFileS,
      downloadRecordS: allowances.downloadRecordS,
      historyS: allowances.historyS,
      removedEntryS: allowances.removedEntryS,
      userTimes: allowances.userTimes,
      keptPerOwner: allowances.guest.kept,
      keptPerPlatform,
      keptWaiting,
      canaries,
      ...(options.watchPauseS !== undefined && { watchPauseS: options.watchPauseS }),
    },
  });
  if (works) await jobs.work();
  const api = createApi({
    engine,
    transfer,
    store,
    bucket,
    jobs,
    controls,
    secret,
    log,
    admins: options.admins ?? { identity: null, users: async () => null },
    apiKey: API_KEY,
    limits: { ...ALMOST_NONE, ...limits },
    trustedHops: 0,
    corsOrigins: options.corsOrigins,
    reporter,
    updates,
    telemetry,
    operators: { metrics, metricsToken: METRICS_TOKEN },
    cobalt: { access: 'open', host: null, publicOrigin: null, ...options.cobalt },
    graphql: options.graphql ?? { introspection: false },
  });
  const server = createServer(STAYS_OPEN, (req, res) => {
    if (!api.handleRaw(req, res)) res.writeHead(418).end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    api,
    client: createDownloaderClient({ origin: 'http://embedded', apiKey: API_KEY, fetch: api.api }),
    store,
    jobs,
    telemetry,
    controls,
    secret,
    async close() {
      server.close();
      await api.close();
      server.closeAllConnections();
      await jobs.close();
      await reporter.close();
      await telemetry.close();
      await unread.close();
      stopApplying();
      controls.close();
      await ffmpeg.close();
      await updates.close();
      await engine.close();
      await egress.close();
      await bucket.close();
      await store.close();
      await database.close();
      if (!options.folder) await rm(own, { recursive: true, force: true });
    },
  };
}

type OwnDatabase = { url: string | undefined; close: () => Promise<void> };

/** The database that was given, or one of the site's own: a new one, unless its folder has an embedded one already. */
async function databaseOf(given: string | undefined, isEmbedded: boolean, folder: string): Promise<OwnDatabase> {
  if (given !== undefined) return { url: given, close: async () => {} };
  if (isEmbedded) {
    await copyDatabase(folder);
    return { url: undefined, close: async () => {} };
  }
  // A benchmark has none, and no runner of tests to ask for one.
  const { sharedPostgres } = await import('./shared-postgres.ts');
  const { createCopy, close } = await sharedPostgres();
  return { url: await createCopy(), close };
}
