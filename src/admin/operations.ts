import {
  adminAddRule,
  adminCancelDownload,
  adminCase,
  adminConfigureEngine,
  adminCreateKey,
  adminDecideCase,
  adminDeleteUser,
  adminDemoteUser,
  adminDisableUser,
  adminDiscardLetter,
  adminEnableUser,
  adminEngine,
  adminExtractor,
  adminOverview,
  adminPlatforms,
  adminPreviewRule,
  adminPromoteUser,
  adminRates,
  adminRemoveRule,
  adminRetryLetter,
  adminRevokeKey,
  adminRollBackExtractor,
  adminSignOutUser,
  adminStatistics,
  adminSwitchPlatform,
  adminSwitchRoute,
  adminUnreadAnswers,
  adminUpdateExtractor,
  adminYoutubeClients,
} from './admin.functions.ts';
import {
  adminAuditFile,
  adminAuditPage,
  adminCasesFile,
  adminCasesPage,
  adminDownloadsFile,
  adminDownloadsPage,
  adminKeysFile,
  adminKeysPage,
  adminLettersFile,
  adminLettersPage,
  adminRulesFile,
  adminRulesPage,
  adminUsersFile,
  adminUsersPage,
} from './admin-lists.functions.ts';

/** The site's functions by which the pages ask and tell the admin API, apart from its lists. */
export const OPERATIONS = {
  overview: adminOverview,
  statistics: adminStatistics,
  rates: adminRates,
  cancelDownload: adminCancelDownload,
  platforms: adminPlatforms,
  switchPlatform: adminSwitchPlatform,
  switchRoute: adminSwitchRoute,
  youtubeClients: adminYoutubeClients,
  unreadAnswers: adminUnreadAnswers,
  engine: adminEngine,
  configureEngine: adminConfigureEngine,
  extractor: adminExtractor,
  updateExtractor: adminUpdateExtractor,
  rollBackExtractor: adminRollBackExtractor,
  previewRule: adminPreviewRule,
  addRule: adminAddRule,
  removeRule: adminRemoveRule,
  case: adminCase,
  decideCase: adminDecideCase,
  createKey: adminCreateKey,
  revokeKey: adminRevokeKey,
  disableUser: adminDisableUser,
  enableUser: adminEnableUser,
  signOutUser: adminSignOutUser,
  promoteUser: adminPromoteUser,
  demoteUser: adminDemoteUser,
  deleteUser: adminDeleteUser,
  retryLetter: adminRetryLetter,
  discardLetter: adminDiscardLetter,
};

/** The lists there are, each page by page and whole. */
export const LISTS = {
  downloads: { page: adminDownloadsPage, whole: adminDownloadsFile },
  rules: { page: adminRulesPage, whole: adminRulesFile },
  cases: { page: adminCasesPage, whole: adminCasesFile },
  keys: { page: adminKeysPage, whole: adminKeysFile },
  users: { page: adminUsersPage, whole: adminUsersFile },
  letters: { page: adminLettersPage, whole: adminLettersFile },
  audit: { page: adminAuditPage, whole: adminAuditFile },
};

type Asked = (options: never) => Promise<unknown>;
type DataOf<Function extends Asked> = Parameters<Function>[0] extends { data: infer Data }
  ? Data
  : Record<never, never>;
type ValueOf<Function extends Asked> = Extract<Awaited<ReturnType<Function>>, { ok: true }>['value'];

export type OperationName = keyof typeof OPERATIONS;
/** What an operation takes, in three parts: `id`, `query` and `body`, as far as it has them. */
export type GivenOf<Name extends OperationName> = DataOf<(typeof OPERATIONS)[Name]>;
export type AnswerOf<Name extends OperationName> = ValueOf<(typeof OPERATIONS)[Name]>;

export type ListName = keyof typeof LISTS;
type PageFunction<Name extends ListName> = (typeof LISTS)[Name]['page'];
export type RowOf<Name extends ListName> =
  ValueOf<PageFunction<Name>> extends { rows: readonly (infer Row)[] } ? Row : never;
export type PageOf<Name extends ListName> = { rows: RowOf<Name>[]; cursor: string | null };
/** What a list can be asked by. */
export type FilterName<Name extends ListName> =
  DataOf<PageFunction<Name>> extends { query: infer Query } ? Exclude<keyof Query & string, 'size' | 'cursor'> : never;
