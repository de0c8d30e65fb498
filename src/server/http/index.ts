import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ApiReference } from '#/model/api-reference.ts';
import type { LocalBucket } from '#/server/bucket/local-bucket.ts';
import type { DiskRoom } from '#/server/bucket/disk-room.ts';
import type { S3Bucket } from '#/server/bucket/s3-bucket.ts';
import { FILES_PATH } from '#/server/bucket/signed-path.ts';
import type { Jobs } from '#/server/jobs/index.ts';
import type { PlatformReporter } from '#/server/jobs/platform-reporter.ts';
import { silentTelemetry, type Telemetry } from '#/server/observability/telemetry.ts';
import { createIncidentRepository } from '#/server/store/tables/incidents.ts';
import { createEngineSettingsRepository } from '#/server/store/tables/engine-settings.ts';
import type { LiveControls } from '#/server/store/events/live-controls.ts';
import { createSwitchRepository } from '#/server/store/tables/platform-switches.ts';
import { createRuleRepository } from '#/server/store/tables/rules.ts';
import { createStatisticsRepository } from '#/server/store/tables/statistics.ts';
import type { Store } from '#/server/store/store.ts';
import { createUnreadAnswerRepository } from '#/server/store/tables/unread-answers.ts';
import type { Accounts } from '#/server/service/accounts/accounts.ts';
import type { Downloader } from '#/server/service/downloader.ts';
import { createService } from '#/server/service/index.ts';
import type { ApiKeys } from '#/server/service/keys/keys.ts';
import { createRequestAuthenticator, type KeyedRequest } from './authenticate.ts';
import { type CobaltSettings, createCobalt } from './cobalt/cobalt.ts';
import { type CorsOrigins, createCors } from './cors.ts';
import { downloadOfEvents, serveOwnEvents } from './rest/own-events.ts';
import { ADMIN_ROUTES, type AdminCalls, createAdminCalls } from './admin/admin-operations.ts';
import type { AdminIdentity, AdminPorts } from './admin/ports.ts';
import { makeAdminDocument } from './admin/openapi-document.ts';
import { createServedDocument } from './openapi/serve-document.ts';
import { createServedReference } from './openapi/reference.ts';
import { PUBLIC_OPERATIONS } from './rest/public-operations.ts';
import type { Engine } from '#/server/engine/media/extraction.ts';
import type { FileTransfer } from '#/server/transfer/index.ts';
import { KEEP_IDEMPOTENCY } from './rest/keep-idempotency.ts';
import { isOfAdmin, serveOperations } from './serve-operations.ts';
import { EVENTS_PATH, serveEvents } from './events/events.ts';
import { serveKeptFile } from './rest/files.ts';
import type { GraphqlSettings } from './graphql/graphql.ts';
import { GRAPHQL_PATH } from './graphql/path.ts';
import { mountGraphql } from './graphql/mount-graphql.ts';
import type { LimitSettings } from '#/server/service/limits/limit-settings.ts';
import { createStreamLimiter } from '#/server/service/limits/stream-limiter.ts';
import { VIDEO_PATH } from '#/server/service/links/links.ts';
import { STATUS } from './http-status.ts';
import { problem, sendProblem } from './problem.ts';
import { createShutdown } from './shutdown.ts';
import { type OperatorPorts, serveOperators } from './status/operators.ts';
import { readiness } from '#/server/service/status/readiness.ts';
import type { Status } from '#/server/service/status/status.ts';
import { serveVideo } from './video/video.ts';
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
  /** What the site's server functions ask of this very server. */
  downloader: Downloader;
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

type ApiOptions = {
  engine: Engine;
  transfer: FileTransfer;
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
  /** Settings that a public site needs and that are not set; unless given, none. */
  missing?: AdminPorts['missing'];
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

/** The HTTP face of the server, and what it does behind it. */
export function createApi(options: ApiOptions): Api {
  const { engine, transfer, store, bucket, jobs, controls, apiKey, secret, trustedHops, log } = options;
  const { telemetry = silentTelemetry, operators = NO_OPERATORS, disk = ROOMY, room = null } = options;
  const cookies = createVisitorCookies(secret, { isEmbeddable: options.isEmbeddable ?? false });
  const shutdown = createShutdown();
  const service = createService({
    ...options,
    linkSecrets: options.linkSecrets ?? [],
    identity: options.admins.identity,
    telemetry,
    cookieOf: cookies.of,
    idempotency: KEEP_IDEMPOTENCY,
    refusal: shutdown.refusal,
  });
  const { accounts, downloader, apiKeys, status, sessions, keyRing, audit, report } = service;
  const { signer, progress, records, downloadRepository, limits, streamWatch, assets } = service;
  const authenticator = createRequestAuthenticator({ apiKey, cookies, sessions, keyRing, trustedHops });
  const cors = createCors(options.corsOrigins ?? []);
  const ports = {
    ...service,
    authenticator,
    document: createServedDocument(PUBLIC_OPERATIONS),
  };
  const operation = {
    ...ports,
    controls,
    updates: options.updates ?? NO_UPDATES,
    rules: createRuleRepository(store, audit),
    statistics: createStatisticsRepository(store),
    switches: createSwitchRepository(store, audit),
    unread: createUnreadAnswerRepository(store),
    engineSettings: createEngineSettingsRepository(store, audit),
    incidents: createIncidentRepository(store),
    missing: options.missing ?? [],
    adminDocument: () => makeAdminDocument(ADMIN_ROUTES),
    log,
  };
  const reference = createServedReference(PUBLIC_OPERATIONS);
  const streams = new Set<ServerResponse>();
  const streamLimiter = createStreamLimiter(options.limits.streams);
  /** Lets an answer be a stream of events until it closes; false: it was refused. */
  const mayStream = (req: IncomingMessage, res: ServerResponse): boolean => {
    const entered = streamLimiter.enter(authenticator.followerOf(req));
    if (entered.ok) res.once('close', entered.value);
    else sendProblem(res, entered.failure);
    return entered.ok;
  };
  const video = {
    engine,
    transfer,
    signer,
    progress,
    streamIdempotency: service.streamIdempotency,
    authenticator,
    limits,
    telemetry,
    streamWatch,
    assets,
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
  const operationPorts = { ...operation, ...options.admins, disk, store, accounts };
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
    downloader,
    apiKeys,
    addressOf: authenticator.addressOf,
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
        if (!mayStream(req, res)) return true;
        streams.add(res);
        res.once('close', () => streams.delete(res));
        if (path === WATCHED_EVENTS_PATH) return answered(res, serveWatchedEvents(req, res, { authenticator, store }));
        for (const [name, value] of Object.entries(cors.headersFor(req.headers.origin))) res.setHeader(name, value);
        if (followed !== null)
          return answered(
            res,
            serveOwnEvents(req, res, followed, { downloadRepository, records, progress, authenticator }),
          );
        return answered(res, serveEvents(req, res, { authenticator, progress }));
      }
      const isBytes = path.startsWith(VIDEO_PATH) || path.startsWith(FILES_PATH);
      if (!graphql.isAt(path)) shutdown.follow(res, { isRaw: isBytes });
      if (path.startsWith(VIDEO_PATH)) return answered(res, serveVideo(req, res, video));
      if (bucket.kind === 'local' && path.startsWith(FILES_PATH))
        return answered(res, serveKeptFile(req, res, { bucket, downloadRepository, streamWatch, jobs, shutdown }));
      if (path === GRAPHQL_PATH && /text\/event-stream/i.test(req.headers.accept ?? '') && !mayStream(req, res))
        return true;
      const served =
        cobalt.take(req, res) ??
        graphql.take(req, res) ??
        serveOperators(req, res, {
          ...operators,
          readiness: () => readiness({ ...options, room, isEnding: () => shutdown.refusal() !== null }),
        });
      return served ? answered(res, served) : false;
    },
    running: shutdown.running,
    drain: shutdown.begin,
    async close() {
      for (const res of streams) res.end();
      await graphql.close();
      await service.close();
    },
  };
}
