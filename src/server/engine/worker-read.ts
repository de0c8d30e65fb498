import { setImmediate as nextTurn } from 'node:timers/promises';
import * as v from 'valibot';
import { isOf } from '#/model/failure-codes.ts';
import { fail, type Result } from '#/model/failure.ts';
import type { UnreadAnswerFacts } from '#/model/engine/unread-answer.ts';
import type { Platform } from '#/model/platform.ts';
import type { EgressRoutes, RouteUse, Egress } from '#/server/egress/egress.ts';
import type { AccountCookie } from './egress-routes/account-cookies.ts';
import type { HealthRegistry } from './egress-routes/platform-health.ts';
import { classifyError, type ErrorVerdict } from './errors/classify-error.ts';
import { describeUnread, scrubbed } from './errors/unread.ts';
import type { ListCache } from './lists/list-cache.ts';
import { readMedia, type ReadMedia } from './media/read-media.ts';
import { isList, type MediaLink } from './platforms/rules.ts';
import type { AskedVersion } from './versions/versions.ts';
import { ExtractorInfo } from './worker/info.ts';
import type { ExtractorError, Job } from './worker/protocol.ts';

/** What is to be read, and until when. */
export type ReadTask = {
  platform: Platform;
  link: MediaLink;
  /** Of the media. */
  key: string;
  /** Of a list. */
  from: number;
  /** By `performance.now`. */
  endsAt: number;
  signal: AbortSignal;
  cookies?: readonly AccountCookie[];
};

/** What came of one try. */
export type ReadAttempt = { read: Result<ReadMedia>; retryAfterS?: number | undefined };

export type WorkerReadPorts = {
  egress: Pick<Egress & EgressRoutes, 'proxyUrlOf'>;
  /** Told how many requests each way has borne. */
  healthRegistry: Pick<HealthRegistry, 'count'>;
  /** Told where lists can be gone on with. */
  lists: Pick<ListCache, 'begin' | 'note' | 'drop'>;
  canConvert: boolean;
  log: (message: string) => void;
  /** Told of each answer that nobody understands. */
  onUnread?: ((answer: UnreadAnswerFacts, version: string | null) => void) | undefined;
};

/** Reads by one job of a worker of one version, by one way out. */
export type WorkerRead = (
  version: AskedVersion,
  task: ReadTask,
  use: RouteUse,
  extractorArgs: Job['extractorArgs'],
) => Promise<ReadAttempt>;

/** What an account may see and the public may not, as the extractor tells it: this site has what is public only. */
const NOT_PUBLIC: ReadonlySet<string> = new Set(['private', 'subscriber_only', 'premium_only']);
const HIDDEN: ErrorVerdict = { code: 'private', isUnread: false };
const UNREADABLE: ErrorVerdict = { code: 'extractor_broken', isUnread: true };

export function createWorkerRead(ports: WorkerReadPorts): WorkerRead {
  const { egress, healthRegistry, lists, canConvert, log, onUnread } = ports;

  return async (
    { pool, version }: AskedVersion,
    { platform, link, key, from, endsAt, signal, cookies }: ReadTask,
    use: RouteUse,
    extractorArgs: Job['extractorArgs'],
  ) => {
    const begin = isList(link) ? lists.begin(key, from) : null;
    const job: Job = {
      url: link.extractUrl ?? link.canonicalUrl,
      ...(isList(link) && { list: { from, begin: begin?.mark ?? null } }),
      deadlineMs: Math.max(1, endsAt - performance.now()),
      proxy: egress.proxyUrlOf(use),
      route: use,
      extractorArgs,
      ...(cookies && { cookies }),
    };
    const answer = await pool.run(platform, job, signal);
    if (!answer.ok) return { read: answer };
    const { warnings, requests, list } = answer.value;
    healthRegistry.count(platform, use.name, requests ?? 0);
    const failed = (verdict: ErrorVerdict, error: ExtractorError | null, said: readonly string[]): Result<never> =>
      toFailure(platform, link, verdict, error, said, version());
    if ('error' in answer.value) {
      // What it was gone on with may be what failed, where it led nowhere.
      if (list && list.marks.length > 1) lists.note(key, list, null);
      else if (begin) lists.drop(key);
      const { error } = answer.value;
      const verdict = classifyError(platform, error, warnings);
      if (isOf(verdict.code, 'alert')) log(`${platform}: ${verdict.code} ${describeError(error)}`.trim());
      const retryAfterS = error.kind === 'extractor' ? (error.retryAfterS ?? undefined) : undefined;
      return { read: failed(verdict, error, warnings), retryAfterS };
    }
    const { refusals } = answer.value;
    const info = v.safeParse(ExtractorInfo, answer.value.info);
    if (!info.success) return { read: failed(UNREADABLE, null, warnings) };
    if (cookies && NOT_PUBLIC.has(info.output.availability ?? '')) {
      return { read: failed(HIDDEN, null, warnings) };
    }
    // Of a film of many sounds each of the two takes some milliseconds: others have their turn between them.
    await nextTurn();
    const about = { warnings, refusals, canConvert, list: list ?? null, listAbout: begin?.about ?? null };
    const read = readMedia(platform, link, info.output, about);
    if (list && 'ok' in read && read.ok) {
      const { items: _, nextFrom: __, ...aboutList } = read.value.media;
      lists.note(key, list, aboutList);
    }
    return { read: 'code' in read ? failed(read, null, [...warnings, ...refusals]) : read };
  };

  function toFailure(
    platform: Platform,
    link: MediaLink,
    { code, isUnread, ...announcement }: ErrorVerdict,
    error: ExtractorError | null,
    said: readonly string[],
    version: string | null,
  ): Result<never> {
    // What is taken for a refusal without one may as well be a page that has changed: somebody may look at it.
    const isGuess = code === 'unavailable' && error?.kind === 'extractor' && !error.expected;
    if (isUnread || isGuess) onUnread?.(describeUnread(platform, link, code, error, said), version);
    return { ...fail(code, { platform, ...announcement }), ...(isUnread && { isUnread }) };
  }
}

/** For the log. Its text may hold the visitor's link: what it is about is left out. */
function describeError(error: ExtractorError): string {
  return error.kind === 'extractor' ? `${error.types.join(' < ')}: ${scrubbed(error.message).slice(0, 160)}` : '';
}
