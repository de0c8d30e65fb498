import { historyPictures, pictures } from '#app.config';
import type { Failure } from '#/model/failure.ts';
import type { Platform } from '#/model/platform.ts';
import type { LocalBucket } from '#/server/bucket/local-bucket.ts';
import { createPictureStore } from '#/server/bucket/picture-store.ts';
import type { S3Bucket } from '#/server/bucket/s3-bucket.ts';
import type { Engine } from '#/server/engine/media/extraction.ts';
import type { Identity } from '#/server/identity/identity.ts';
import type { Jobs } from '#/server/jobs/index.ts';
import type { PlatformReporter } from '#/server/jobs/platform-reporter.ts';
import type { Telemetry } from '#/server/observability/telemetry.ts';
import type { LiveControls } from '#/server/store/events/live-controls.ts';
import type { Store } from '#/server/store/store.ts';
import { createApiKeyRepository } from '#/server/store/tables/api-keys.ts';
import { createAuditLog } from '#/server/store/tables/audit.ts';
import { createDownloadRepository } from '#/server/store/tables/downloads.ts';
import { createHistoryRepository } from '#/server/store/tables/history.ts';
import { createIdempotentRequestRepository } from '#/server/store/tables/idempotent-requests.ts';
import { createCaseRepository } from '#/server/store/tables/takedown-cases.ts';
import type { FileTransfer } from '#/server/transfer/index.ts';
import { createPictures } from '#/server/transfer/pictures.ts';
import { isAway, isFull, toStoreError } from '#/server/store/store-error.ts';
import { createAccounts } from './accounts/accounts.ts';
import { createSessions, type SessionPorts } from './accounts/sessions.ts';
import { createWatched } from './accounts/watched.ts';
import { ownerOfSite } from './caller.ts';
import { createDownloader, type KeepIdempotency } from './downloader.ts';
import { createHistory } from './downloads/history.ts';
import { createStreamIdempotency } from './keeping/stream-idempotency.ts';
import { createKeyRing } from './keys/key-ring.ts';
import { createApiKeys } from './keys/keys.ts';
import type { LimitSettings } from './limits/limit-settings.ts';
import { createLimits } from './limits/limits.ts';
import { tellLimits } from './limits/tell-limits.ts';
import { createLinkSigner } from './links/links.ts';
import { createHistoryPictures } from './media-assets/history-pictures.ts';
import { createMediaAssets } from './media-assets/media-assets.ts';
import { createDownloadRecords } from './progress/download-records.ts';
import { createProgressRegistry } from './progress/progress-registry.ts';
import { createReaderCheck } from './progress/reader-check.ts';
import type { PlatformWord } from './status/platform-states.ts';
import { createStatus } from './status/status.ts';
import { createStreamWatch } from './takedowns/stream-watch.ts';

type ServiceOptions = {
  engine: Engine;
  transfer: FileTransfer;
  store: Store;
  bucket: LocalBucket | S3Bucket;
  jobs: Jobs;
  controls: LiveControls;
  /** null: there are no accounts. */
  identity: Identity | null;
  /** The site's own key. */
  apiKey: string;
  /** Hides addresses. */
  secret: string;
  /** Sign links: the first does, and what another one signed is good. Without any it is `secret`. */
  linkSecrets: readonly string[];
  limits: LimitSettings;
  reporter: Pick<PlatformReporter, 'node' | 'own'>;
  telemetry: Telemetry;
  cookieOf: SessionPorts['cookieOf'];
  idempotency: KeepIdempotency;
  /** Why nothing may begin any more; null: it may. */
  refusal: () => Failure | null;
  log: (message: string) => void;
};

/** What the site does, whoever asks for it and in whatever words. */
export function createService(options: ServiceOptions) {
  const { engine, transfer, store, bucket, jobs, controls, identity, secret, log } = options;
  const [linkSecret = secret, ...formerSecrets] = options.linkSecrets;
  const report = createReport(log);
  const signer = createLinkSigner(linkSecret, formerSecrets);
  const { cookieOf } = options;
  const sessions = createSessions({ store, cookieOf, isSessionLive: identity?.isSessionLive ?? (async () => true) });
  const keyRing = createKeyRing({ store, log, isUserLive: identity?.isUserLive ?? (async () => true) });
  const limits = tellLimits(createLimits({ store, settings: options.limits, secret, log }), options.telemetry);
  const keyRepository = createApiKeyRepository(store);
  const apiKeys = createApiKeys({ repository: keyRepository, limits, settings: options.limits });
  const idempotent = createIdempotentRequestRepository(store);
  const wordOf = (platform: Platform): PlatformWord => ({
    off: controls.switchedOff(platform),
    notice: controls.switchOf(platform)?.notice ?? null,
  });
  const status = createStatus({ ...options, wordOf });
  const downloadRepository = createDownloadRepository(store);
  const past = createHistoryRepository(store);
  const pictureStoreOf = (prefix: `${string}/`, { keptS, megabytes }: { keptS: number; megabytes: number }) =>
    createPictureStore(bucket, { prefix, keptS, maxBytes: megabytes * 1e6 });
  const pictureStore = pictureStoreOf('pictures/', pictures);
  const historyPictureStore = pictureStoreOf('history/', historyPictures);
  const made = createPictures({ engine, transfer, log });
  const remembered = createHistoryPictures({
    engine,
    pictureStore: historyPictureStore,
    recent: pictureStore,
    pictures: made,
  });
  const assets = createMediaAssets({
    engine,
    transfer,
    pictureStore,
    pictures: made,
    history: remembered,
    limits,
    controls,
  });
  const records = createDownloadRecords({ downloadRepository, bucket, signer, pictures: remembered, log });
  const progress = createProgressRegistry({ store, records, hasEnded: createReaderCheck({ sessions, keyRing }) });
  const history = createHistory({ past, store, bucket, jobs, progress, log });
  const audit = createAuditLog(store);
  const cases = createCaseRepository(store, audit);
  const streamWatch = createStreamWatch({ store, controls });
  const downloads = {
    engine,
    transfer,
    signer,
    jobs,
    idempotent,
    downloadRepository,
    past,
    history,
    records,
    progress,
    limits,
    status,
  };
  const accounts = createAccounts({
    ...downloads,
    store,
    sessions,
    identity,
    apiKeys,
    watched: createWatched({ store, engine, controls, jobs, limits }),
    keyRepository,
    report,
  });
  const downloader = createDownloader({
    ...downloads,
    cases,
    idempotency: options.idempotency,
    siteOwner: ownerOfSite(options.apiKey),
    refusal: options.refusal,
    report,
  });

  return {
    ...downloads,
    /** What the site's own pages ask. */
    downloader,
    accounts,
    sessions,
    keyRing,
    apiKeys,
    keyRepository,
    audit,
    cases,
    streamWatch,
    streamIdempotency: createStreamIdempotency(idempotent, log),
    assets,
    report,
    async close() {
      await status.close();
      sessions.close();
      keyRing.close();
      idempotent.close();
      streamWatch.close();
      await Promise.all([pictureStore.close(), historyPictureStore.close()]);
      await limits.close();
      await progress.close();
    },
  };
}

/** When to come back, while the database is away or without room: a restart takes it some seconds, and room is seen at once. */
const AWAY_RETRY_S = 5;

/** Logs what nobody expected, and gives what the caller is told: storage_full, busy while the database is away, else internal. */
function createReport(log: (message: string) => void): (error: unknown) => Failure {
  return (error) => {
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
}
