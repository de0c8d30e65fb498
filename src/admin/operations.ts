import * as v from 'valibot';
import {
  AddedRule,
  AdminDownload,
  AdminLetter,
  AdminUser,
  CaseDecision,
  CaseWithRules,
  ClientStates,
  EngineView,
  ExtractorOrder,
  ExtractorView,
  NewAdminKey,
  Overview,
  Rates,
  RouteStates,
  RulePreview,
  Statistics,
  UnreadAnswers,
} from '#/model/admin.ts';
import { ApiKey, CreatedApiKey } from '#/model/api-key.ts';
import { AuditEntry, EngineSettings, PlatformSwitch, TakedownCase } from '#/model/operations.ts';
import { RouteSwitch } from '#/model/route.ts';
import { Rule, RuleDraft } from '#/model/rule.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

export type Operation<Body = unknown, Answer = unknown> = {
  method: Method;
  /** Below the admin API's path; `{id}` is one part of it. */
  path: string;
  /** What it is given, for the compiler: the API checks it. null: nothing. */
  body: v.GenericSchema<Body, unknown> | null;
  /** null: it answers nothing. */
  answer: v.GenericSchema<unknown, Answer> | null;
};

function get<Answer>(path: string, answer: v.GenericSchema<unknown, Answer>): Operation<never, Answer> {
  return { method: 'GET', path, body: null, answer };
}

function give<Body, Answer>(
  method: Method,
  path: string,
  body: v.GenericSchema<Body, unknown>,
  answer: v.GenericSchema<unknown, Answer>,
): Operation<Body, Answer> {
  return { method, path, body, answer };
}

function order(method: Method, path: string): Operation<never, null> {
  return { method, path, body: null, answer: null };
}

/** An order that is answered by how things are after it. */
function answeredOrder<Answer>(
  method: Method,
  path: string,
  answer: v.GenericSchema<unknown, Answer>,
): Operation<never, Answer> {
  return { method, path, body: null, answer };
}

/** What the admin API can be asked and told by name, apart from its lists. */
export const OPERATIONS = {
  overview: get('/overview', Overview),
  statistics: get('/statistics', Statistics),
  cancelDownload: order('DELETE', '/downloads/{id}'),
  platforms: get('/platforms', Overview.entries.platforms),
  switchPlatform: give('PUT', '/platforms/{id}', v.pick(PlatformSwitch, ['isOn', 'notice']), PlatformSwitch),
  switchRoute: give('PUT', '/platforms/{id}/routes', RouteSwitch, RouteStates),
  rates: get('/rates', Rates),
  youtubeClients: get('/youtube-clients', ClientStates),
  unreadAnswers: get('/unread-answers', UnreadAnswers),
  engine: get('/engine', EngineView),
  configureEngine: give('PUT', '/engine', EngineSettings, EngineView),
  extractor: get('/extractor', ExtractorView),
  updateExtractor: give('POST', '/extractor/update', ExtractorOrder, ExtractorView),
  rollBackExtractor: answeredOrder('POST', '/extractor/rollback', ExtractorView),
  previewRule: give('POST', '/rules/preview', RuleDraft, RulePreview),
  addRule: give('POST', '/rules', RuleDraft, AddedRule),
  removeRule: order('DELETE', '/rules/{id}'),
  case: get('/cases/{id}', CaseWithRules),
  decideCase: give('POST', '/cases/{id}/decision', CaseDecision, CaseWithRules),
  createKey: give('POST', '/keys', NewAdminKey, CreatedApiKey),
  revokeKey: order('DELETE', '/keys/{id}'),
  disableUser: order('POST', '/users/{id}/disable'),
  enableUser: order('POST', '/users/{id}/enable'),
  signOutUser: order('POST', '/users/{id}/sign-out'),
  promoteUser: order('PUT', '/users/{id}/admin'),
  demoteUser: order('DELETE', '/users/{id}/admin'),
  deleteUser: order('DELETE', '/users/{id}'),
  retryLetter: order('POST', '/letters/{id}/retry'),
  discardLetter: order('DELETE', '/letters/{id}'),
} as const satisfies Record<string, Operation>;

export type OperationName = keyof typeof OPERATIONS;
export type BodyOf<Name extends OperationName> = (typeof OPERATIONS)[Name] extends Operation<infer Body> ? Body : never;
export type AnswerOf<Name extends OperationName> =
  (typeof OPERATIONS)[Name] extends Operation<unknown, infer Answer> ? Answer : never;

/** Rows of the lists there are. Each is called as its path is, and has its file at `/export`. */
export const LISTS = {
  downloads: AdminDownload,
  rules: Rule,
  cases: TakedownCase,
  keys: ApiKey,
  users: AdminUser,
  letters: AdminLetter,
  audit: AuditEntry,
} as const;

export type ListName = keyof typeof LISTS;
export type RowOf<Name extends ListName> = v.InferOutput<(typeof LISTS)[Name]>;
export type PageOf<Name extends ListName> = { rows: RowOf<Name>[]; cursor: string | null };
