import type { IncomingMessage, ServerResponse } from 'node:http';
import { pictures } from '#app.config';
import type { ApiReference } from '#/model/api-reference.ts';
import type { Failure } from '#/model/failure.ts';
import type { Platform } from '#/model/platform.ts';
import type { LocalBucket } from '#/server/bucket/local-bucket.ts';
import type { DiskRoom } from '#/server/bucket/disk-room.ts';
import { createPictureShelf } from '#/server/bucket/picture-shelf.ts';
import type { S3Bucket } from '#/server/bucket/s3-bucket.ts';
import { FILES_PATH } from '#/server/bucket/signed-path.ts';
import type { Jobs } from '#/server/jobs/index.ts';
import { createApiKeyBook } from '#/server/store/tables/api-keys.ts';
import type { PlatformReporter } from '#/server/jobs/platform-reporter.ts';
import { silentTelemetry, type Telemetry } from '#/server/observability/telemetry.ts';
import { createAuditBook } from '#/server/store/tables/audit.ts';
import { createDownloadBook } from '#/server/store/tables/downloads.ts';
import { createEngineSettingsBook } from '#/server/store/tables/engine-settings.ts';
import { createHistoryBook } from '#/server/store/tables/history.ts';
import { createIdempotentRequestBook } from '#/server/store/tables/idempotent-requests.ts';
import type { LiveControls } from '#/server/store/events/live-controls.ts';
import { createSwitchBook } from '#/server/store/tables/platform-switches.ts';
import { createRuleBook } from '#/server/store/tables/rules.ts';
import { isAway, isFull, toStoreError } from '#/server/store/store-error.ts';
import { createStatisticsBook } from '#/server/store/tables/statistics.ts';
import { createCaseBook } from '#/server/store/tables/takedown-cases.ts';
import type { Store } from '#/server/store/store.ts';
import { createUnreadAnswerBook } from '#/server/store/tables/unread-answers.ts';
import { type Accounts, createAccounts } from './accounts/accounts.ts';
import { createSessions } from './accounts/sessions.ts';
import { createWatched } from '#/server/service/accounts/watched.ts';
import { type ApiKeys, createApiKeys } from './keys/keys.ts';
import { createKeyRing } from '#/server/service/keys/key-ring.ts';
import { createCallers, type KeyedRequest } from './authenticate.ts';
import { type CobaltSettings, createCobalt } from './cobalt/cobalt.ts';
import { type CorsOrigins, createCors } from './cors.ts';
import { downloadOfEvents, serveOwnEvents } from './rest/own-events.ts';
import { ADMIN_ROUTES, type AdminCalls, createAdminCalls } from './admin/admin-operations.ts';
import type { AdminIdentity, AdminPorts } from './admin/ports.ts';
import { makeAdminDocument } from './admin/openapi-document.ts';
import { createServedDocument } from './openapi/serve-document.ts';
import { createServedReference } from './openapi/reference.ts';
import { PUBLIC_OPERATIONS } from './rest/public-operations.ts';
import type { DownloaderPorts } from './downloader-ports.ts';
import { isOfAdmin, serveOperations } from './serve-operations.ts';
import { EVENTS_PATH, serveEvents } from './events/events.ts';
import { serveKeptFile } from './rest/files.ts';
import type { GraphqlSettings } from './graphql/graphql.ts';
import { GRAPHQL_PATH, mountGraphql } from './graphql/mount-graphql.ts';
import { createHistory } from './rest/history.ts';
import type { LimitSettings } from './limits/holders.ts';
import { createLimits } from './limits/limits.ts';
import { createStreamGate } from './limits/stream-gate.ts';
import { tellLimits } from './limits/tell-limits.ts';
import { createLinkSigner, VIDEO_PATH } from '#/server/service/links/links.ts';
import { STATUS } from './http-status.ts';
import { problem, sendProblem } from './problem.ts';
import { createDownloadRecords } from './progress/download-records.ts';
import { createProgressBook } from './progress/progress-book.ts';
import { createShown } from './media-assets/media-assets.ts';
import { createShutdown } from './shutdown.ts';
import { createStreamOrders } from './rest/stream-orders.ts';
import { type OperatorPorts, serveOperators } from './status/operators.ts';
import type { PlatformWord } from '#/server/service/status/platform-states.ts';
import { readiness } from './status/readiness.ts';
import { createStatus, type Status } from './status/status.ts';
import { createStreamWatch } from '#/server/service/takedowns/stream-watch.ts';
import { serveVideo, type VideoPorts } from './video/video.ts';
import { serveWatchedEvents, WATCHED_EVENTS_PATH } from './events/watched-events.ts';
import { createVisitorCookies, type VisitorCookies } from './visitor-cookie.ts';

export type Api = {
  /** Answers any request below /api but for the raw ones. */
  api(request: KeyedRequest): Promise<Response>;
  /** Takes requests for bytes and events, before the app's own handler; false when it is not one. */
  handleRaw(req: IncomingMessage, res: ServerResponse): boolean;
  cookies: VisitorCookies;
  accounts: Accounts;
  /** What operators can ask and do, for the site's own functions. */
  admin: AdminCalls;
  /** For the operator; users have theirs through `accounts`. */
  apiKeys: ApiKeys;
  /** The network address behind a request, as far as trusted proxies tell. */
  addressOf(remoteAddress: string | null | undefined, forwardedFor: string | null | undefined): string | null;
  /** How the platforms do, as all servers see it. */
  status: Pick<Status, 'platforms' | 'report'>;
  /** What the public API can do, for its reference page. */
  reference(): ApiReference;
  /** How many answers are under way, event streams apart. */
  running(): number;
  /** Lets transfers begin no more. Resolves when those that run have ended, or were cut because their time is over. */
  drain(graceMs: number): Promise<void>;
  /** Ends open event streams. Transfers end with their connections. */
  close(): Promise<void>;
};

export type ApiOptions = {
  engine: DownloaderPorts['engine'];
  transfer: VideoPorts['transfer'];
  store: Store;
  bucket: LocalBucket | S3Bucket;
  jobs: Jobs;
  controls: LiveControls;
  /** Who administers; without accounts nobody does. */
  admins: AdminIdentity;
  apiKey: string;
  /** Signs visitors' cookies, and hides addresses. */
  secret: string;
  /** Sign links: the first does, and what another one signed is good. Without any it is `secret`. */
  linkSecrets?: readonly string[];
  limits: LimitSettings;
  /** Proxies of ours that a request comes through. */
  trustedHops: number;
  /** Whose pages may call the downloader API from a browser; nobody’s, unless given. */
  corsOrigins?: CorsOrigins | undefined;
  /** Whether other sites may show this one inside a page of theirs. */
  isEmbeddable?: boolean;
  /** Unless given, no version is known but the one that runs. */
  updates?: AdminPorts['updates'];
  reporter: Pick<PlatformReporter, 'node' | 'own'>;
  /** The disk of the data folder; unless given, it has room. */
  disk?: Pick<DiskRoom, 'room'>;
  /** The same where files or rows are kept on it: a server without room for them is not ready. */
  room?: Pick<DiskRoom, 'refusal'> | null;
  /** Unless given, nobody is told. */
  telemetry?: Telemetry;
  /** For `/metrics`; unless given, there are none. */
  operators?: Pick<OperatorPorts, 'metrics' | 'metricsToken'>;
  /** The API of existing clients. */
  cobalt: CobaltSettings;
  graphql: GraphqlSettings;
  log: (message: string) => void;
};

/** When to come back, while the database is away or without room: a restart takes it some seconds, and room is seen at once. */
const AWAY_RETRY_S = 5;

const NO_OPERATORS: Pick<OperatorPorts, 'metrics' | 'metricsToken'> = {
  metrics: { text: async () => ({ contentType: 'text/plain', body: '' }) },
  metricsToken: null,
};

const ROOMY: Pick<DiskRoom, 'room'> = {
  room: () => ({ folder: '', freeBytes: Infinity, neededBytes: 0, isShort: false }),
};

const NO_UPDATES: AdminPorts['updates'] = {
  known: async () => ({
    mode: 'off',
    running: null,
    isWatched: false,
    isUpdating: false,
    decision: { version: null, previous: null, isWatched: false },
    versions: [],
    nodes: [],
  }),
  update: async () => ({ outcome: 'impossible', detail: 'there is nothing to be updated' }),
  goBack: async () => null,
};

/** The HTTP face of the server. */
export function createApi(options: ApiOptions): Api {
  const { engine, transfer, store, bucket, jobs, controls, apiKey, secret, trustedHops, log } = options;
  const { telemetry = silentTelemetry, operators = NO_OPERATORS, disk = ROOMY, room = null } = options;
  const [linkSecret = secret, ...formerSecrets] = options.linkSecrets ?? [];
  const signer = createLinkSigner(linkSecret, formerSecrets);
  const cookies = createVisitorCookies(secret, { isEmbeddable: options.isEmbeddable ?? false });
  const { identity } = options.admins;
  const sessions = createSessions({ store, cookies, isSessionLive: identity?.isSessionLive ?? (async () => true) });
  const keyRing = createKeyRing({ store, log, isUserLive: identity?.isUserLive ?? (async () => true) });
  const callers = createCallers({ apiKey, cookies, sessions, keyRing, trustedHops });
  const cors = createCors(options.corsOrigins ?? []);
  const limits = tellLimits(createLimits({ store, settings: options.limits, secret, log }), telemetry);
  const keyBook = createApiKeyBook(store);
  const apiKeys = createApiKeys({ book: keyBook, limits, settings: options.limits });
  const idempotent = createIdempotentRequestBook(store);
  const wordOf = (platform: Platform): PlatformWord => ({
    off: controls.switchedOff(platform),
    notice: controls.switchOf(platform)?.notice ?? null,
  });
  const status = createStatus({ ...options, wordOf });
  const book = createDownloadBook(store);
  const past = createHistoryBook(store);
  const records = createDownloadRecords({ book, bucket, log });
  const progress = createProgressBook({ store, records });
  const history = createHistory({ past, store, bucket, jobs, progress, log });
  const audit = createAuditBook(store);
  const operations = {
    audit,
    rules: createRuleBook(store, audit),
    cases: createCaseBook(store, audit),
    statistics: createStatisticsBook(store),
    switches: createSwitchBook(store, audit),
    unread: createUnreadAnswerBook(store),
    engineSettings: createEngineSettingsBook(store, audit),
  };
  const streamWatch = createStreamWatch({ store, controls });
  const ports = {
    engine,
    updates: options.updates ?? NO_UPDATES,
    log,
    transfer,
    signer,
    jobs,
    idempotent,
    book,
    past,
    history,
    records,
    progress,
    limits,
    callers,
    status,
    controls,
    apiKeys,
    keyBook,
    document: createServedDocument(PUBLIC_OPERATIONS),
    adminDocument: () => makeAdminDocument(ADMIN_ROUTES),
    ...operations,
  };
  const reference = createServedReference(PUBLIC_OPERATIONS);
  const shelf = createPictureShelf(bucket, { keptS: pictures.keptS, maxBytes: pictures.megabytes * 1e6 });
  const shown = createShown({ engine, transfer, shelf, callers, limits, controls, log });
  const streams = new Set<ServerResponse>();
  const shutdown = createShutdown();
  const streamGate = createStreamGate(options.limits.streams);
  /** Logs what nobody expected, and gives what the caller is told. */
  const report = (error: unknown): Failure => {
    if (isFull(error)) {
      log(`A request was refused. ${toStoreError(error).message}`);
      return { code: 'storage_full', retryAfterS: AWAY_RETRY_S };
    }
    if (isAway(error)) {
      log(`A request was refused. ${toStoreError(error).message}`);
      return { code: 'busy', retryAfterS: AWAY_RETRY_S };
    }
    log(`internal error: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
    return { code: 'internal' };
  };
  const orders = createStreamOrders(idempotent, log);
  const video = {
    engine,
    transfer,
    signer,
    progress,
    orders,
    callers,
    limits,
    telemetry,
    streamWatch,
    shown,
    shutdown,
  };
  const cobalt = createCobalt(options.cobalt, { ...video, report });
  const graphql = mountGraphql(options.graphql, { ...ports, cors, report });
  const answered = (res: ServerResponse, answer: Promise<void>): true => {
    answer.catch((error: unknown) => {
      const failure = report(error);
      if (res.headersSent) res.destroy();
      else sendProblem(res, failure);
    });
    return true;
  };

  const accounts = createAccounts({
    store,
    sessions,
    identity,
    apiKeys,
    watched: createWatched({ store, engine, controls, jobs }),
    keyBook,
    past,
    history,
    records,
    progress,
    jobs,
    report,
  });
  const operationPorts = { ...ports, ...options.admins, disk, store, accounts };
  const answerOf = async (request: KeyedRequest) => {
    const response = await serveOperations(request, operationPorts).catch((error: unknown) => problem(report(error)));
    // It was this server that left, not who asked.
    const closing = response.status === STATUS.cancelled && !request.signal.aborted ? shutdown.refusal() : null;
    return closing ? problem(closing) : response;
  };

  return {
    cookies,
    accounts,
    admin: createAdminCalls(operationPorts, report),
    apiKeys,
    addressOf: callers.addressOf,
    status,
    reference,
    api(request) {
      return isOfAdmin(new URL(request.url).pathname) ? answerOf(request) : cors.answer(request, answerOf);
    },
    handleRaw(req, res) {
      const path = req.url?.split('?', 1)[0] ?? '';
      const followed = downloadOfEvents(path);
      if (path === EVENTS_PATH || path === WATCHED_EVENTS_PATH || followed !== null) {
        if (req.method === 'OPTIONS') return false;
        const entered = streamGate.enter(res, callers.followerOf(req));
        if (!entered.ok) {
          sendProblem(res, entered.failure);
          return true;
        }
        streams.add(res);
        res.once('close', () => streams.delete(res));
        if (path === WATCHED_EVENTS_PATH) return answered(res, serveWatchedEvents(req, res, { callers, store }));
        for (const [name, value] of Object.entries(cors.headersFor(req.headers.origin))) res.setHeader(name, value);
        if (followed !== null)
          return answered(res, serveOwnEvents(req, res, followed, { book, records, progress, callers }));
        return answered(res, serveEvents(req, res, { callers, progress }));
      }
      const isBytes = path.startsWith(VIDEO_PATH) || path.startsWith(FILES_PATH);
      if (!graphql.isAt(path)) shutdown.follow(res, { isRaw: isBytes });
      if (path.startsWith(VIDEO_PATH)) return answered(res, serveVideo(req, res, video));
      if (bucket.kind === 'local' && path.startsWith(FILES_PATH))
        return answered(res, serveKeptFile(req, res, { bucket, book, streamWatch, jobs, shutdown }));
      if (path === GRAPHQL_PATH && /text\/event-stream/i.test(req.headers.accept ?? '')) {
        const entered = streamGate.enter(res, callers.followerOf(req));
        if (!entered.ok) {
          sendProblem(res, entered.failure);
          return true;
        }
      }
      const served =
        cobalt.take(req, res) ??
        graphql.take(req, res) ??
        serveOperators(req, res, { ...operators, readiness: () => readiness({ ...options, room, shutdown }) });
      return served ? answered(res, served) : false;
    },
    running: shutdown.running,
    drain: shutdown.begin,
    async close() {
      for (const res of streams) res.end();
      await graphql.close();
      await status.close();
      sessions.close();
      keyRing.close();
      idempotent.close();
      streamWatch.close();
      await shelf.close();
      await limits.close();
      await progress.close();
    },
  };
}
