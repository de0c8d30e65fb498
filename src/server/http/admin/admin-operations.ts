import * as v from 'valibot';
import { type Failure, ok, type Result } from '#/model/failure.ts';
import type { KeyedRequest } from '../authenticate.ts';
import { refusedWith, type Route, type StatusFailure } from '../operation.ts';
import { AUDIT_LIST } from './audit.ts';
import { CASE_LIST, CASE_OPERATIONS } from './cases.ts';
import { LETTER_LIST, LETTER_OPERATIONS } from './dead-letters.ts';
import { DOWNLOAD_LIST, DOWNLOAD_OPERATIONS } from './downloads.ts';
import { ENGINE_OPERATIONS } from './engine.ts';
import { EXTRACTOR_OPERATIONS } from './extractor.ts';
import { KEY_LIST, KEY_OPERATIONS } from './keys.ts';
import { OVERVIEW_OPERATIONS } from './overview.ts';
import { PLATFORM_OPERATIONS } from './platforms.ts';
import type { AdminPorts } from './ports.ts';
import { RULE_LIST, RULE_OPERATIONS } from './rules.ts';
import { STATISTICS_OPERATIONS } from './statistics.ts';
import { USER_LIST, USER_OPERATIONS } from './users.ts';
import { ADMIN_PATH, adminOperation } from './route.ts';

/** What operators can ask and do, by the names that the site's own functions call it; the document is for programs alone. */
export const ADMIN_OPERATIONS = {
  ...OVERVIEW_OPERATIONS,
  ...STATISTICS_OPERATIONS,
  ...DOWNLOAD_OPERATIONS,
  ...PLATFORM_OPERATIONS,
  ...ENGINE_OPERATIONS,
  ...EXTRACTOR_OPERATIONS,
  ...RULE_OPERATIONS,
  ...CASE_OPERATIONS,
  ...KEY_OPERATIONS,
  ...USER_OPERATIONS,
  ...LETTER_OPERATIONS,
};

/** The lists, each called as its path is, page by page and whole. */
export const ADMIN_LISTS = {
  downloads: DOWNLOAD_LIST,
  rules: RULE_LIST,
  cases: CASE_LIST,
  keys: KEY_LIST,
  users: USER_LIST,
  letters: LETTER_LIST,
  audit: AUDIT_LIST,
};

/** What the admin API can do, for programs. */
const DOCUMENT_OPERATIONS = {
  document: adminOperation({
    id: 'getOpenapiJson',
    method: 'GET',
    path: `${ADMIN_PATH}/openapi.json`,
    summary: 'This document',
    answer: v.looseObject({ openapi: v.string() }),
    handle: async (_, { adminDocument }) => ok(adminDocument()),
  }),
};

/** All of the admin API, in the order of its document. */
export const ADMIN_ROUTES: readonly Route<AdminPorts>[] = [
  OVERVIEW_OPERATIONS,
  STATISTICS_OPERATIONS,
  DOWNLOAD_LIST,
  DOWNLOAD_OPERATIONS,
  PLATFORM_OPERATIONS,
  ENGINE_OPERATIONS,
  EXTRACTOR_OPERATIONS,
  RULE_LIST,
  RULE_OPERATIONS,
  CASE_LIST,
  CASE_OPERATIONS,
  KEY_LIST,
  KEY_OPERATIONS,
  USER_LIST,
  USER_OPERATIONS,
  LETTER_LIST,
  LETTER_OPERATIONS,
  AUDIT_LIST,
  DOCUMENT_OPERATIONS,
].flatMap((part) => Object.values<Route<AdminPorts>>(part));

type Operations = typeof ADMIN_OPERATIONS;
type Lists = typeof ADMIN_LISTS;
export type AdminName = keyof Operations;
export type AdminListName = keyof Lists;

type GivenOf<One> = One extends { perform: (request: never, given: infer Given, ports: never) => unknown }
  ? Given
  : never;
type ValueOf<One> = One extends Route<AdminPorts, never, infer Value> ? Value : never;

/** What an operation takes, and what it answers, as its schemas have it. */
export type AdminGiven<Name extends AdminName> = GivenOf<Operations[Name]>;
type AdminAnswer<Name extends AdminName> = ValueOf<Operations[Name]>;
/** What a list is asked by, page by page and whole, and a page of it. */
export type AdminPageGiven<Name extends AdminListName> = GivenOf<Lists[Name]['page']>;
export type AdminWholeGiven<Name extends AdminListName> = GivenOf<Lists[Name]['whole']>;
type AdminPage<Name extends AdminListName> = ValueOf<Lists[Name]['page']>;

/**
 * The admin API for the site's own functions. `request` is that of the function: it tells who calls. Failures of all: unauthorized,
 * forbidden, invalid_request, busy and internal, besides the operation's own.
 */
export type AdminCalls = {
  perform<Name extends AdminName>(
    name: Name,
    request: KeyedRequest,
    given: AdminGiven<Name>,
  ): Promise<Result<AdminAnswer<Name>, StatusFailure>>;
  page<Name extends AdminListName>(
    name: Name,
    request: KeyedRequest,
    given: AdminPageGiven<Name>,
  ): Promise<Result<AdminPage<Name>, StatusFailure>>;
  /** The answer is a file. */
  whole<Name extends AdminListName>(
    name: Name,
    request: KeyedRequest,
    given: AdminWholeGiven<Name>,
  ): Promise<Response | { ok: false; failure: StatusFailure }>;
};

/** @param report logs what nobody expected, and gives what the caller is told */
export function createAdminCalls(ports: AdminPorts, report: (error: unknown) => Failure): AdminCalls {
  const perform = async (route: Route<AdminPorts>, request: KeyedRequest, given: unknown) => {
    try {
      return await route.perform(request, given as never, ports);
    } catch (error) {
      return refusedWith({ ok: false, failure: report(error) });
    }
  };
  // Each is of the very entry that its types are made from.
  return {
    perform: (name, request, given) => perform(ADMIN_OPERATIONS[name], request, given) as never,
    page: (name, request, given) => perform(ADMIN_LISTS[name].page, request, given) as never,
    whole: (name, request, given) => perform(ADMIN_LISTS[name].whole, request, given) as never,
  };
}
