import type { PublicSetting } from '#/model/operator.ts';
import type { DiskRoom } from '#/server/bucket/disk-room.ts';
import type { Engine } from '#/server/engine/media/extraction.ts';
import type { Identity } from '#/server/identity/identity.ts';
import type { UserDirectory } from '#/server/identity/user-directory.ts';
import type { Jobs } from '#/server/jobs/index.ts';
import type { ApiKeyRepository } from '#/server/store/tables/api-keys.ts';
import type { AuditLog } from '#/server/store/tables/audit.ts';
import type { DownloadRepository } from '#/server/store/tables/downloads.ts';
import type { EngineSettingsRepository } from '#/server/store/tables/engine-settings.ts';
import type { IncidentRepository } from '#/server/store/tables/incidents.ts';
import type { LiveControls } from '#/server/store/events/live-controls.ts';
import type { SwitchRepository } from '#/server/store/tables/platform-switches.ts';
import type { RuleRepository } from '#/server/store/tables/rules.ts';
import type { StatisticsRepository } from '#/server/store/tables/statistics.ts';
import type { Store } from '#/server/store/store.ts';
import type { CaseRepository } from '#/server/store/tables/takedown-cases.ts';
import type { UnreadAnswerRepository } from '#/server/store/tables/unread-answers.ts';
import type { ExtractorUpdates } from '#/server/updates/index.ts';
import type { Accounts } from '#/server/service/accounts/accounts.ts';
import type { ApiKeys } from '#/server/service/keys/keys.ts';
import type { Limits } from '#/server/service/limits/limits.ts';
import type { ProgressRegistry } from '#/server/service/progress/progress-registry.ts';

/** What is needed to know who somebody is; null: there are no accounts, and nobody is an administrator. */
export type AdminIdentity = {
  identity: Identity | null;
  users: () => Promise<UserDirectory | null>;
};

/** What the admin API works with. */
export type AdminPorts = AdminIdentity & {
  store: Pick<Store, 'db'>;
  audit: AuditLog;
  rules: RuleRepository;
  cases: CaseRepository;
  statistics: Pick<StatisticsRepository, 'hours'>;
  switches: SwitchRepository;
  incidents: Pick<IncidentRepository, 'open'>;
  /** Settings that a public site needs and that are not set. */
  missing: readonly PublicSetting[];
  unread: Pick<UnreadAnswerRepository, 'recent'>;
  engineSettings: EngineSettingsRepository;
  controls: LiveControls;
  downloadRepository: Pick<DownloadRepository, 'of'>;
  engine: Pick<Engine, 'identify' | 'health' | 'platformHealth' | 'platformRoutes' | 'youtubeClients'>;
  updates: Pick<ExtractorUpdates, 'known' | 'update' | 'goBack'>;
  jobs: Jobs;
  progress: Pick<ProgressRegistry, 'sendCommand'>;
  limits: Pick<Limits, 'transfers'>;
  disk: Pick<DiskRoom, 'room'>;
  apiKeys: Pick<ApiKeys, 'create' | 'revoke'>;
  keyRepository: Pick<ApiKeyRepository, 'list' | 'revokeAll'>;
  accounts: Pick<Accounts, 'endSessions' | 'erase'>;
  /** One line each. */
  log: (message: string) => void;
  /** The OpenAPI document of all this. */
  adminDocument: () => { openapi: string };
};
