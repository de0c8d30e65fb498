import type { Engine } from '#/server/engine/extraction.ts';
import type { CaseBook } from '#/server/store/takedown-cases.ts';
import type { Transfer } from '#/server/transfer/index.ts';
import type { Callers } from './callers.ts';
import type { DownloadsPorts } from './downloads.ts';
import type { GetDownloadPorts } from './get-download.ts';
import type { HistoryPorts } from './history.ts';
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
