import type { Engine } from '#/server/engine/extraction.ts';
import type { CaseBook } from '#/server/store/tables/takedown-cases.ts';
import type { Transfer } from '#/server/transfer/index.ts';
import type { Callers } from './authenticate.ts';
import type { DownloadsPorts } from './rest/downloads.ts';
import type { GetDownloadPorts } from './rest/get-download.ts';
import type { HistoryPorts } from './rest/history.ts';
import type { Limits } from './limits/limits.ts';
import type { ServedDocument } from './openapi/serve-document.ts';
import type { Status } from './status/status.ts';

/** What stands behind the downloader API. */
export type DownloaderPorts = DownloadsPorts &
  GetDownloadPorts &
  HistoryPorts & {
    engine: Engine;
    transfer: Transfer;
    limits: Limits;
    callers: Callers;
    status: Status;
    document: ServedDocument;
    cases: Pick<CaseBook, 'file' | 'object'>;
  };
