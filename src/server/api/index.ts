import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Failure } from '#/model/failure.ts';
import type { LocalBucket } from '#/server/bucket/local-bucket.ts';
import type { S3Bucket } from '#/server/bucket/s3-bucket.ts';
import { FILES_PATH } from '#/server/bucket/signed-path.ts';
import type { Jobs } from '#/server/jobs/index.ts';
import { createDownloadBook } from '#/server/store/downloads.ts';
import { createHistoryBook } from '#/server/store/history.ts';
import { isAway, toStoreError } from '#/server/store/store-error.ts';
import type { Store } from '#/server/store/store.ts';
import { type Accounts, createAccounts } from './accounts/accounts.ts';
import { createSessions } from './accounts/sessions.ts';
import { createCallers } from './callers.ts';
import { type CobaltSettings, createCobalt } from './cobalt/cobalt.ts';
import { serveDownloader, type DownloaderPorts } from './downloader.ts';
import { EVENTS_PATH, serveEvents } from './events.ts';
import { serveKeptFile } from './files.ts';
import { createHistory } from './history.ts';
import type { LimitSettings } from './limits/holders.ts';
import { createLimits } from './limits/limits.ts';
import { createLinkSigner, VIDEO_PATH } from './links.ts';
import { problem, sendProblem } from './problem.ts';
import { createDownloadRecords } from './progress/download-records.ts';
import { createProgressBook } from './progress/progress-book.ts';
import { serveVideo, type VideoPorts } from './video.ts';
import { createVisitorCookies, type VisitorCookies } from './visitor-cookie.ts';

export type Api = {
  /** Answers any request below /api but for the raw ones. */
  api(request: Request): Promise<Response>;
  /** Takes requests for bytes and events, before the app's own handler; false when it is not one. */
  handleRaw(req: IncomingMessage, res: ServerResponse): boolean;
  cookies: VisitorCookies;
  accounts: Accounts;
  /** The network address behind a request, as far as trusted proxies tell. */
  addressOf(remoteAddress: string | null | undefined, forwardedFor: string | null | undefined): string | null;
  /** Ends open event streams. Transfers end with their connections. */
  close(): Promise<void>;
};

export type ApiOptions = {
  engine: DownloaderPorts['engine'];
  transfer: VideoPorts['transfer'];
  store: Store;
  bucket: LocalBucket | S3Bucket;
  jobs: Jobs;
  apiKey: string;
  /** Signs download links and visitors' cookies, and hides addresses. */
  secret: string;
  limits: LimitSettings;
  /** Proxies of ours that a request comes through. */
  trustedHops: number;
  /** The API of existing clients. */
  cobalt: CobaltSettings;
  log: (message: string) => void;
};

/** When to come back, while the database is away: a restart takes it some seconds. */
const AWAY_RETRY_S = 5;

/** The HTTP face of the server. */
export function createApi(options: ApiOptions): Api {
  const { engine, transfer, store, bucket, jobs, apiKey, secret, trustedHops, log } = options;
  const signer = createLinkSigner(secret);
  const cookies = createVisitorCookies(secret);
  const sessions = createSessions({ store, cookies });
  const callers = createCallers({ apiKey, cookies, sessions, trustedHops });
  const limits = createLimits({ store, settings: options.limits, secret, log });
  const book = createDownloadBook(store);
  const past = createHistoryBook(store);
  const records = createDownloadRecords({ book, bucket, log });
  const progress = createProgressBook({ store, records });
  const history = createHistory({ past, store, bucket, jobs, progress, log });
  const streams = new Set<ServerResponse>();
  /** Logs what nobody expected, and gives what the caller is told. */
  const report = (error: unknown): Failure => {
    if (isAway(error)) {
      log(`A request was refused. ${toStoreError(error).message}`);
      return { code: 'busy', retryAfterS: AWAY_RETRY_S };
    }
    log(`internal error: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
    return { code: 'internal' };
  };
  const video = { engine, transfer, signer, progress, callers, limits };
  const cobalt = createCobalt(options.cobalt, { ...video, report });
  const answered = (res: ServerResponse, answer: Promise<void>): true => {
    answer.catch((error: unknown) => {
      const failure = report(error);
      if (res.headersSent) res.destroy();
      else sendProblem(res, failure);
    });
    return true;
  };

  return {
    cookies,
    accounts: createAccounts({ store, sessions, past, history, records, progress, jobs, report }),
    addressOf: callers.addressOf,
    async api(request) {
      try {
        const ports = { engine, transfer, signer, jobs, book, past, history, records, progress, limits, callers };
        return await serveDownloader(request, ports);
      } catch (error) {
        return problem(report(error));
      }
    },
    handleRaw(req, res) {
      const path = req.url?.split('?', 1)[0] ?? '';
      if (path === EVENTS_PATH) {
        streams.add(res);
        res.once('close', () => streams.delete(res));
        serveEvents(req, res, progress);
        return true;
      }
      if (path.startsWith(VIDEO_PATH)) return answered(res, serveVideo(req, res, video));
      if (bucket.kind === 'local' && path.startsWith(FILES_PATH)) return answered(res, serveKeptFile(req, res, bucket));
      const ofCobalt = cobalt.take(req, res);
      return ofCobalt !== null && answered(res, ofCobalt);
    },
    async close() {
      for (const res of streams) res.end();
      sessions.close();
      await limits.close();
      await progress.close();
    },
  };
}
