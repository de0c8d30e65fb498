import type { Engine } from '#/server/engine/media/extraction.ts';
import type { HistoryPorts } from '#/server/service/downloads/history.ts';
import type { OwnDownloadPorts } from '#/server/service/downloads/own-download.ts';
import type { EndPorts, KeepPorts } from '#/server/service/keeping/keep-file.ts';
import type { Limits } from '#/server/service/limits/limits.ts';
import type { ProgressRegistry } from '#/server/service/progress/progress-registry.ts';
import type { ResolvePorts } from '#/server/service/resolving/resolve-link.ts';
import type { Status } from '#/server/service/status/status.ts';
import type { CasePorts } from '#/server/service/takedowns/file-case.ts';
import type { IdempotentRequestRepository } from '#/server/store/tables/idempotent-requests.ts';
import type { RequestAuthenticator } from './authenticate.ts';

/** What stands behind the downloader API: what each service needs, and who calls. */
export type DownloaderPorts = ResolvePorts &
  KeepPorts &
  EndPorts &
  OwnDownloadPorts &
  HistoryPorts &
  CasePorts & {
    engine: Pick<Engine, 'health'>;
    progress: Pick<ProgressRegistry, 'follow'>;
    limits: Pick<Limits, 'refusal' | 'usage'>;
    status: Pick<Status, 'platforms' | 'report'>;
    idempotent: IdempotentRequestRepository;
    authenticator: Pick<RequestAuthenticator, 'ofKey' | 'ofAnybody'>;
    /** Of the OpenAPI document. */
    document: { answer: (request: Request) => Response };
  };
