import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { allowances } from '#app.config';
import type { ChangedFacts } from '#/model/facts.ts';
import type { OperatorFacts } from '#/model/operator.ts';
import { createApi, type Api } from '#/server/http/index.ts';
import { withRetries } from '#/model/http/service-retry.ts';
import { createDownloaderClient } from '#/server/http/client.ts';
import type { Downloader } from '#/server/service/downloader.ts';
import type { LimitSettings } from '#/server/service/limits/limit-settings.ts';
import { networkOfRequest } from '#/server/http/authenticate.ts';
import { createNetworkCounter } from '#/server/service/limits/identity-limits.ts';
import { memoryBudget } from '#/server/service/limits/memory-budget.ts';
import { openDiskRoom, roomText } from './bucket/disk-room.ts';
import { openBucket } from './bucket/open-bucket.ts';
import type { S3Settings } from './bucket/s3-bucket.ts';
import { changedFacts } from './changed-facts.ts';
import { openDataFolder } from './data-folder.ts';
import { createEgress } from './egress/index.ts';
import { createWebhookEgress } from './egress/webhook-egress.ts';
import { createEngine, egressHosts, type EngineOptions, type AccessPolicy, tokenHosts } from './engine/index.ts';
import { readSettings, type Settings, SettingsError, tokensOf } from './env.ts';
import { createJobs } from './jobs/index.ts';
import { startPlatformReporter } from './jobs/platform-reporter.ts';
import { accessPolicyOf, applyOperatorSettings } from './apply-operator-settings.ts';
import { createKnownHosts, type KnownHosts } from './known-hosts.ts';
import { observeEngine } from './observe-engine.ts';
import { type OpenIdentity, openIdentity } from './open-identity.ts';
import { openObservability } from './open-observability.ts';
import { missingForPublic, operatorOf } from './operator.ts';
import { addRouteFigures } from './route-figures.ts';
import { addServerGauges } from './server-gauges.ts';
import { createUnreadKeeper, type UnreadKeeper } from './keep-unread.ts';
import { replicaOf } from '#/server/contract/replica-settings.ts';
import { sharedSecret } from '#/server/store/tables/secrets.ts';
import { type LiveControls, openLiveControls } from '#/server/store/events/live-controls.ts';
import { openStore } from './store/store.ts';
import { createUnreadAnswerRepository } from '#/server/store/tables/unread-answers.ts';
import { isAway, StoreError, toStoreError } from './store/store-error.ts';
import { updateSettingsOf } from './update-settings.ts';
import { createExtractorUpdates, type ExtractorUpdates } from './updates/index.ts';
import { createFfmpeg, createTransfer } from './transfer/index.ts';
import { createConfine, unconfined } from './confinement/confinement.ts';

export type {
  AdminGiven,
  AdminListName,
  AdminName,
  AdminPageGiven,
  AdminWholeGiven,
} from '#/server/http/admin/admin-operations.ts';

export type Server = Pick<
  Api,
  'api' | 'handleRaw' | 'cookies' | 'accounts' | 'admin' | 'apiKeys' | 'addressOf' | 'reference'
> &
  Omit<OpenIdentity, 'close' | 'eraseWith'> & {
    /** What the site's server functions call: this very server's services, or the API at DOWNLOADER_API_URL. */
    downloader: Downloader;
    /** Where the site listens, and the address that visitors see if it is another. */
    address: { host: string; port: number; publicOrigin: string | null };
    /** Whether a request's Host is one of this site. */
    isOurHost: KnownHosts['isOurs'];
    /** Origins that may show this site inside a page of theirs. */
    embedders: readonly string[];
    /** Whom security.txt and the documents name; null: nobody. */
    securityContact: string | null;
    /** What documents tell otherwise than app.config.ts has it. */
    changedFacts: ChangedFacts;
    /** Whether there is a page of all components, for developers. */
    areComponentsShown: boolean;
    /** Who runs this installation, as documents tell. */
    operator: OperatorFacts;
    /** The tag manager's container that visitors may allow, and the origins that its tags use; null: there is none. */
    tagManager: { id: string; origins: readonly string[] } | null;
    /** Whether links can be resolved at all. */
    isAvailable: () => boolean;
    /** Of a disk with too little room, for the operator; null: there is enough. */
    shortRoom: () => string | null;
    /** Tells who has started it how that went, as the log is written. */
    announce: (message: string) => void;
    /**
     * Ends being asked for: transfers begin no more, probes are told, and what runs has its time (SHUTDOWN_GRACE_SECONDS). To be called
     * before `close`, while the server still listens; called again, it cuts at once.
     */
    drain: () => Promise<void>;
    /** Logs what should not have happened. */
    report: (message: string) => void;
    /** Seconds that running transfers have when it ends. */
    graceS: number;
    close: () => Promise<void>;
  };

/** A year, as browsers ask before they remember a host for good; what is below this host may be somebody else's. */
const STRICT_TRANSPORT = `max-age=${365 * 24 * 60 * 60}`;

type Worker = Pick<Server, 'isAvailable' | 'announce' | 'report' | 'close'>;

declare global {
  /** Kept over hot reloads, which would otherwise open the data folder twice. */
  var clipferryServer: Promise<Server> | undefined;
}

/** The one server of this process, with everything behind it. Rejects with SettingsError when it cannot be set up. */
export function server(): Promise<Server> {
  globalThis.clipferryServer ??= startServer(readSettings());
  return globalThis.clipferryServer;
}

/** A process that makes kept files and answers nobody. Rejects with SettingsError when it cannot be set up. */
export async function worker(): Promise<Worker> {
  const settings = readSettings();
  if (!settings.DATABASE_URL) {
    throw new SettingsError(
      'A worker needs the DATABASE_URL of the site it works for: the database in DATA_DIR has one process.',
    );
  }
  const { engine, jobs, observability, close } = await openInfrastructure(settings);
  await jobs.work();
  return {
    isAvailable: () => engine.health().available,
    announce: observability.announce,
    report: observability.report,
    close,
  };
}

async function startServer(settings: Settings): Promise<Server> {
  const infrastructure = await openInfrastructure(settings);
  const { engine, jobs, metrics, observability, log, room } = infrastructure;
  const apiKey = settings.DOWNLOADER_API_KEY ?? randomBytes(24).toString('base64url');
  const {
    close: closeIdentity,
    eraseWith,
    ...identity
  } = await openIdentity(settings, {
    ...infrastructure,
    onIdentityAnswered: observability.identityAnswered,
    networks: {
      networkOf: (request) => networkOfRequest(request, { trustedHops: settings.TRUSTED_PROXY_HOPS }),
      counter: createNetworkCounter({ ...infrastructure, signUps: settings.IDENTITY_SIGN_UPS_PER_ADDRESS }),
    },
  }).catch(explainStoreError);
  const { close, drain, running, ...face } = createApi({
    ...infrastructure,
    admins: identity,
    apiKey,
    ...(settings.LINK_SECRETS && { linkSecrets: settings.LINK_SECRETS }),
    limits: limitsOf(settings),
    trustedHops: settings.TRUSTED_PROXY_HOPS,
    corsOrigins: settings.CORS_ORIGINS,
    isEmbeddable: settings.EMBED_ORIGINS.length > 0,
    operators: { metrics, metricsToken: settings.METRICS_TOKEN ?? null },
    cobalt: {
      access: settings.COBALT_API,
      host: settings.COBALT_HOST?.toLowerCase() ?? null,
      publicOrigin: settings.PUBLIC_ORIGIN ?? null,
    },
    graphql: { introspection: settings.GRAPHQL_INTROSPECTION },
    missing: missingForPublic(settings),
    log,
  });
  addServerGauges({ metrics, engine, jobs, disk: infrastructure.disk, platforms: face.status.platforms });
  addRouteFigures({ metrics, engine });
  const { isOurs: isOurHost } = createKnownHosts({
    publicOrigin: settings.PUBLIC_ORIGIN ?? null,
    extraHosts: settings.EXTRA_HOSTS,
    cobaltHost: settings.COBALT_HOST ?? null,
    listenHost: settings.HOST,
  });
  const isHttps = settings.PUBLIC_ORIGIN?.startsWith('https:') === true;
  const watchRequest = observability.requestWatch(face.addressOf, infrastructure.secret);
  if (settings.JOB_WORKERS > 0) await jobs.work();
  await jobs.tellUsers(identity.mailReady);
  eraseWith(face.accounts.erase);
  const remote = settings.DOWNLOADER_API_URL;
  const graceS = settings.SHUTDOWN_GRACE_SECONDS;
  let isDraining = false;
  return {
    ...face,
    ...identity,
    handleRaw(req, res) {
      watchRequest(req, res);
      if (isHttps) res.setHeader('strict-transport-security', STRICT_TRANSPORT);
      // The app says so, in the language of the path. Supervisors ask by whatever name they know.
      if (!isOurHost(req.headers.host) && !isProbe(req.url)) return false;
      return face.handleRaw(req, res);
    },
    downloader: remote
      ? createDownloaderClient({ origin: remote, apiKey, fetch: withRetries(fetch) })
      : face.downloader,
    address: { host: settings.HOST, port: settings.PORT, publicOrigin: settings.PUBLIC_ORIGIN ?? null },
    isOurHost,
    embedders: settings.EMBED_ORIGINS,
    securityContact: settings.SECURITY_CONTACT ?? null,
    changedFacts: changedFacts(settings),
    areComponentsShown: settings.COMPONENTS_PAGE,
    operator: operatorOf(settings),
    tagManager: settings.TAG_MANAGER_ID ? { id: settings.TAG_MANAGER_ID, origins: settings.TAG_ORIGINS } : null,
    isAvailable: () => engine.health().available,
    shortRoom: () => (room?.room().isShort ? roomText(room.room()) : null),
    announce: observability.announce,
    drain() {
      if (isDraining) return drain(0);
      isDraining = true;
      const count = running();
      if (count > 0) observability.announce(`Ending. ${count} running answers have ${graceS} s.`);
      return drain(graceS * 1000);
    },
    report: observability.report,
    graceS,
    async close() {
      await close();
      await closeIdentity();
      await infrastructure.close();
    },
  };
}

async function openInfrastructure(settings: Settings) {
  const observability = await openObservability(settings);
  const { line: log, metrics, trace } = observability;
  const url = settings.DATABASE_URL;
  const data = openDataFolder(settings.DATA_DIR, { isShared: url !== undefined });
  const disk = await openDiskRoom({ folder: data.path, neededBytes: settings.DISK_FREE_MEGABYTES * 1e6, log });
  let known: LiveControls | null = null;
  let unread: UnreadKeeper | null = null;
  let updates: ExtractorUpdates | null = null;
  // Nobody is served before they are known.
  const accessPolicy: AccessPolicy = (platform, keys) => known && accessPolicyOf(known)(platform, keys);
  // Each takes a second or more, on a processor of its own: after a crash, jobs go on that much sooner.
  const [store, { egress, ffmpeg, engine: prober }] = await Promise.all([
    openStore({ url, folder: data.path, embedded: settings.EMBEDDED_DATABASE, log }).catch(explainStoreError),
    openEngine(settings, {
      folder: data.path,
      accessPolicy,
      log,
      trace,
      onUnread: (answer) => unread?.note(answer),
      onRead: (...read) => updates?.noteRead(...read),
    }),
  ]);
  const controls = await openLiveControls(store, log).catch(explainStoreError);
  known = controls;
  const stopApplying = applyOperatorSettings(prober, controls);
  const keeper = (unread = createUnreadKeeper({ repository: createUnreadAnswerRepository(store), log }));
  const telemetry = observability.telemetryOf(store);
  const engine = observeEngine(prober, telemetry);
  const reporter = startPlatformReporter({ store, engine, telemetry, log });
  const extractorUpdates = (updates = createExtractorUpdates({
    store,
    engine: prober,
    node: reporter.node,
    ...updateSettingsOf(settings),
    folder: data.path,
    log,
  }));
  await extractorUpdates.follow();
  const secret = settings.DOWNLOAD_SECRET ?? (await sharedSecret(store, 'signing').catch(explainStoreError));
  const s3 = s3Of(settings);
  // The data folder is locked, unless there is a database that several share.
  const isAlone = url === undefined;
  const bucket = await openBucket({ folder: join(data.path, 'files'), secret, isAlone, ...(s3 && { s3 }) });
  const transfer = createTransfer({ egress, engine, ffmpeg, sizeWaitMs: settings.SIZE_WAIT_MS });
  const replica = replicaOf(settings);
  const webhookEgress = createWebhookEgress(replica && { replica });
  // Where files and rows are kept elsewhere, nothing of them is written to this disk.
  const room = bucket.kind === 'local' || isAlone ? disk : null;
  const postWebhook = webhookEgress.post;
  const ports = { store, bucket, engine, prober, transfer, controls, telemetry, log, room, postWebhook };
  const jobs = await createJobs({ ...ports, settings: jobSettingsOf(settings) }).catch(explainStoreError);
  return {
    store,
    bucket,
    engine,
    transfer,
    jobs,
    controls,
    secret,
    telemetry,
    reporter,
    updates: extractorUpdates,
    disk,
    room,
    metrics,
    observability,
    log,
    async close() {
      await jobs.close();
      await webhookEgress.close();
      await reporter.close();
      await ffmpeg?.close();
      stopApplying();
      controls.close();
      await extractorUpdates.close();
      await engine.close();
      await egress.close();
      await bucket.close();
      await telemetry.close();
      await keeper.close();
      await store.close();
      await observability.close();
      disk.close();
      data.release();
    },
  };
}

type EnginePlace = Pick<EngineOptions, 'accessPolicy' | 'log' | 'trace' | 'onUnread' | 'onRead' | 'onExchange'> & {
  folder: string;
  /** What the engine goes out by instead of the door itself. */
  around?: (door: EngineOptions['egress']) => EngineOptions['egress'];
};

/** The engine as settings want it, with its door, for whoever has nothing else of the server: commands that try it. */
export async function openEngine(
  settings: Settings,
  { folder, accessPolicy, log, trace, around, ...told }: EnginePlace,
) {
  const replica = replicaOf(settings);
  const tokens = tokensOf(settings);
  const egress = await createEgress({
    allowedHosts: [...egressHosts, ...tokenHosts(tokens)],
    routes: settings.EGRESS_ROUTES,
    log,
    ...(replica && { replica }),
  });
  const routes = egress.routes.map(({ name }) => name);
  // Without Python there is no extractor either, and so nothing to convert.
  const confine = settings.EXTRACTOR_PYTHON ? createConfine(settings.EXTRACTOR_PYTHON) : unconfined;
  const ffmpeg = settings.FFMPEG_PATH ? createFfmpeg({ path: settings.FFMPEG_PATH, confine, log }) : null;
  const engine = await createEngine({
    ...told,
    egress: around ? around(egress) : egress,
    python: settings.EXTRACTOR_PYTHON ?? null,
    extractorPath: settings.EXTRACTOR_PATH || null,
    cacheDir: join(folder, 'engine'),
    playersDir: join(folder, 'players'),
    size: settings.ENGINE_WORKERS,
    routesOf: (platform) => settings.EGRESS_PLATFORM_ROUTES[platform] ?? routes,
    pace: {
      requestsPerHour: settings.EGRESS_REQUESTS_PER_HOUR ?? null,
      videosPerHour: settings.EGRESS_VIDEOS_PER_HOUR ?? null,
    },
    canConvert: ffmpeg !== null,
    sizeWaitMs: settings.SIZE_WAIT_MS,
    accountFiles: settings.PLATFORM_COOKIES,
    tokens,
    log,
    ...(accessPolicy && { accessPolicy }),
    ...(trace && { trace }),
    ...(replica && { caBundleFile: replica.caFile }),
    ...(settings.YOUTUBE_PLAYER_CLIENTS && { youtubePlayerClients: settings.YOUTUBE_PLAYER_CLIENTS }),
  });
  return { egress, ffmpeg, engine };
}

/** What supervisors and Prometheus ask by names of their own: whether the process lives, and with a token how it does. */
function isProbe(url: string | undefined): boolean {
  return url === '/healthz' || url === '/readyz' || url === '/metrics';
}

function explainStoreError(error: unknown): never {
  if (error instanceof StoreError || isAway(error))
    throw new SettingsError(`The database cannot be used. ${toStoreError(error).message}`, { cause: error });
  throw error;
}

function jobSettingsOf(settings: Settings) {
  return {
    concurrency: settings.JOB_WORKERS,
    keptFileS: settings.KEPT_FILE_MINUTES * 60,
    downloadRecordS: allowances.downloadRecordS,
    historyS: allowances.historyS,
    removedEntryS: allowances.removedEntryS,
    watchPauseS: settings.WATCH_PAUSE_SECONDS,
    userTimes: allowances.userTimes,
    keptPerOwner: settings.GUEST_KEPT_FILES,
    keptPerPlatform: settings.MAX_KEPT_PER_PLATFORM,
    keptWaiting: settings.MAX_KEPT_WAITING,
    canaries: settings.CANARY_LINKS ?? null,
  };
}

function limitsOf(settings: Settings): LimitSettings {
  return {
    windowS: allowances.windowS,
    guest: {
      resolutions: settings.GUEST_RESOLUTIONS,
      downloads: settings.GUEST_DOWNLOADS,
      gigabytesPerDay: settings.GUEST_GIGABYTES_PER_DAY,
      transfers: settings.GUEST_TRANSFERS,
    },
    userTimes: allowances.userTimes,
    key: allowances.key,
    guestsPerAddress: settings.GUESTS_PER_ADDRESS,
    streams: streamLimitsOf(settings),
    server: { transfers: settings.MAX_TRANSFERS, transfersPerPlatform: settings.MAX_TRANSFERS_PER_PLATFORM },
    memoryBytes: settings.MEMORY_MEGABYTES ? settings.MEMORY_MEGABYTES * 1e6 : memoryBudget(),
  };
}

/** An address has as many as its guests and its signed-in users together. */
function streamLimitsOf({
  GUEST_EVENT_STREAMS: perOwner,
  GUESTS_PER_ADDRESS: guests,
  MAX_EVENT_STREAMS: inAll,
}: Settings) {
  return { perOwner, perNetwork: perOwner * guests * allowances.userTimes, inAll };
}

function s3Of(settings: Settings): S3Settings | undefined {
  const { S3_BUCKET: bucket, S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = settings;
  if (!bucket || !accessKeyId || !secretAccessKey) return undefined;
  const { S3_ENDPOINT: endpoint, S3_PUBLIC_ENDPOINT: publicEndpoint, S3_REGION: region } = settings;
  const endpoints = { ...(endpoint && { endpoint }), ...(publicEndpoint && { publicEndpoint }) };
  return { bucket, region, accessKeyId, secretAccessKey, ...endpoints };
}
