import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import * as v from 'valibot';
import { isOf } from '#/model/failure-codes.ts';
import { fail, ok, type FailureCode, type Result } from '#/model/failure.ts';
import { allFormats, type Format } from '#/model/media/media.ts';
import { countedFailure, isAnswer } from '#/model/outcome.ts';
import type { Platform } from '#/model/platform.ts';
import type { UnreadAnswerFacts } from '#/model/engine/unread-answer.ts';
import type { Egress, EgressRoutes, RouteUse } from '#/server/egress/egress.ts';
import type { AccountCookie, AccountCookies } from './egress-routes/account-cookies.ts';
import { classifyError, type ErrorVerdict } from './errors/classify-error.ts';
import type { Deadlines } from './deadlines.ts';
import { type ClientLadder, isForNextClient } from './egress-routes/client-ladder.ts';
import type { Extraction, Recipe, Source } from './media/extraction.ts';
import type { HealthRegistry, RouteOutcome } from './egress-routes/platform-health.ts';
import { platformRules } from './platforms/all.ts';
import type { ListCache } from './lists/list-cache.ts';
import { isList, type MediaLink } from './platforms/rules.ts';
import { inDisplayOrder } from './media/read-formats.ts';
import { readMedia, type ReadMedia } from './media/read-media.ts';
import { recommend } from './media/recommend.ts';
import { probeFiles, withFacts, type FileFacts } from './probing/probe-files.ts';
import { describeUnread, scrubbed } from './errors/unread.ts';
import type { AskedVersion, Versions } from './versions/versions.ts';
import { ExtractorInfo } from './worker/info.ts';
import type { ExtractorError, Job } from './worker/protocol.ts';

const RETRY_DELAY_MS = 400;
/** How long sources are trusted where the platform does not tell. */
const DEFAULT_LIFETIME_MS = 60 * 60_000;
/** What an account may see and the public may not, as the extractor tells it: this site has what is public only. */
const NOT_PUBLIC: ReadonlySet<string> = new Set(['private', 'subscriber_only', 'premium_only']);

/** With less left than this no further try is begun: few answers come in it. */
const SHORTEST_TRY_MS = 3_000;
/** Of the time that is left for a link, so much is kept for the version before, where it is asked too: the first may hang. */
const SECOND_SHARE = 0.4;

type ExtractOptions = {
  /** Of the media. */
  key: string;
  /** Of a list: place of the first entry that is wanted. */
  from?: number;
  /** Names of the ways out to try, in this order. */
  routes: readonly string[];
  signal: AbortSignal;
};

export type Extractor = (platform: Platform, link: MediaLink, options: ExtractOptions) => Promise<Result<Extraction>>;

export type ExtractorPorts = {
  /** The versions of the extractor that are asked. */
  versions: Pick<Versions, 'use'>;
  egress: Egress & EgressRoutes;
  /** Told what came of each way. */
  healthRegistry: Pick<HealthRegistry, 'begin' | 'count' | 'turnedAway' | 'contradicted' | 'record'>;
  /** Told where lists can be gone on with. */
  lists: ListCache;
  /** Those of an account of the operator's, tried where nobody is answered without one. */
  accountCookies: AccountCookies;
  /** How YouTube is asked. */
  ladder: Pick<ClientLadder, 'stepsFor' | 'ended'>;
  canConvert: boolean;
  /** What a read waits at most for the exact sizes of files. */
  sizeWaitMs: number;
  deadlines: Pick<Deadlines, 'read'>;
  log: (message: string) => void;
  /** Told of each answer that nobody understands. */
  onUnread?: ((answer: UnreadAnswerFacts, version: string | null) => void) | undefined;
};

type Task = {
  platform: Platform;
  link: MediaLink;
  key: string;
  /** Of a list. */
  from: number;
  endsAt: number;
  signal: AbortSignal;
  cookies?: readonly AccountCookie[];
};
type Try = { read: Result<ReadMedia>; retryAfterS?: number | undefined };

/** One extraction: the worker's jobs on each way out until one is answered, the answer read, and what the files themselves tell. */
export function createExtractor(ports: ExtractorPorts): Extractor {
  const {
    versions,
    egress,
    healthRegistry,
    lists,
    ladder,
    accountCookies,
    canConvert,
    sizeWaitMs,
    deadlines,
    log,
    onUnread,
  } = ports;

  return async (platform, link, { key, from = 1, routes, signal }) => {
    const endsAt = performance.now() + deadlines.read[platform];
    const task = { platform, link, key, from, endsAt, signal };
    const uses = routes.flatMap((name) => egress.takeRoute(name) ?? []);
    /** The first way that was refused: it tells more than one that led nowhere. */
    let refused: { code: FailureCode; outcome: RouteOutcome } | undefined;
    /** The first answer that one more way is asked for, and that stands unless that way knows better. */
    let doubted: { read: Result<never>; code: FailureCode; outcome: RouteOutcome } | undefined;
    for (const [place, use] of uses.entries()) {
      healthRegistry.begin(platform, use.name);
      const { read, retryAfterS } = await signedIn(
        task,
        use,
        await (uses.length > 1 ? byClients(task, use) : twice(task, use)),
      );
      if (signal.aborted) break;
      const outcome = { route: use.name, retryAfterS };
      if (doubted && isBelieved(read)) healthRegistry.contradicted(platform, doubted.code, doubted.outcome);
      if (read.ok) {
        healthRegistry.record(platform, key, null, outcome);
        return finished(bound(read.value, use), task);
      }
      const code = countedFailure(read);
      if (doubted && !isBelieved(read)) {
        if (isOf(code, 'elsewhere')) healthRegistry.turnedAway(platform, code, outcome);
        healthRegistry.record(platform, key, doubted.code, doubted.outcome);
        return doubted.read;
      }
      const mayGoOn = place < uses.length - 1 && hasTime(task);
      if (isOf(code, 'second-way') && mayGoOn) {
        doubted = { read, code, outcome };
        continue;
      }
      const isRefusal = isOf(code, 'refusal');
      const isAnother = isOf(code, 'elsewhere') && mayGoOn;
      if (!isAnother && (isRefusal || !refused || !isOf(code, 'elsewhere'))) {
        healthRegistry.record(platform, key, code, outcome);
        return read;
      }
      healthRegistry.turnedAway(platform, code, outcome);
      if (isRefusal) refused ??= { code, outcome };
      if (isAnother || !refused) continue;
      healthRegistry.record(platform, key, refused.code, refused.outcome);
      return fail(refused.code, { platform });
    }
    return fail(signal.aborted ? 'cancelled' : 'busy', { platform });
  };

  function hasTime({ endsAt }: Task): boolean {
    return endsAt - performance.now() > SHORTEST_TRY_MS;
  }

  /** Tries once more with the operator's account what is refused to strangers: each use of an account tells the platform of it. */
  async function signedIn(task: Task, use: RouteUse, stranger: Try): Promise<Try> {
    if (stranger.read.ok || !isOf(stranger.read.failure.code, 'for-accounts')) return stranger;
    const cookies = accountCookies(task.platform, use.name);
    if (!cookies || task.signal.aborted || !hasTime(task)) return stranger;
    const member = await byClients({ ...task, cookies }, use);
    return member.read.ok || member.read.failure.code === 'private' ? member : stranger;
  }

  /** Where there is no other way, passing troubles are met by trying the same once more. */
  async function twice(task: Task, use: RouteUse): Promise<Try> {
    const first = await byClients(task, use);
    const { endsAt, signal, platform } = task;
    const isEarly = endsAt - performance.now() > deadlines.read[platform] / 2;
    if (first.read.ok || !isOf(first.read.failure.code, 'passing') || !isEarly || signal.aborted) return first;
    await sleep(RETRY_DELAY_MS * (0.5 + Math.random()), undefined, { signal }).catch(() => {});
    return byClients(task, use);
  }

  /** YouTube answers some clients and not others. Of several failures the first counts: it is the preferred one's. */
  async function byClients(task: Task, use: RouteUse): Promise<Try> {
    const { clientArgs } = platformRules[task.platform];
    // A list is no film: it has no player, and so no clients.
    if (!clientArgs || isList(task.link)) return attempt(task, use, {});
    let first: Try | undefined;
    for (const step of ladder.stepsFor(use.name)) {
      if (first && (task.signal.aborted || !hasTime(task))) break;
      const tried = await attempt(task, use, { [task.platform]: clientArgs(step) });
      const code = tried.read.ok ? null : countedFailure(tried.read);
      ladder.ended(use.name, step, code);
      if (code === null || !isForNextClient(code)) return tried;
      first ??= tried;
    }
    return first ?? { read: fail('busy', { platform: task.platform }) };
  }

  /** By the version that is asked first; while it is watched, what it cannot read is given to the one before, whose answer then counts. */
  function attempt(task: Task, use: RouteUse, extractorArgs: Job['extractorArgs']): Promise<Try> {
    return versions.use(async ({ first, second, note }) => {
      const { platform, endsAt, signal } = task;
      const left = endsAt - performance.now();
      const tried = await askVersion(
        first,
        second ? { ...task, endsAt: endsAt - left * SECOND_SHARE } : task,
        use,
        extractorArgs,
      );
      if (signal.aborted || isOurs(tried)) return tried;
      if (tried.read.ok || !second) {
        note(platform, isRead(tried) ? 'answered' : 'failed');
        return tried;
      }
      const again = await askVersion(second, task, use, extractorArgs);
      const isLost = again.read.ok || (isRead(again) && !isRead(tried));
      if (!signal.aborted) note(platform, isLost ? 'lost' : isRead(tried) ? 'answered' : 'failed');
      return isLost ? again : tried;
    });
  }

  async function askVersion(
    { pool, version }: AskedVersion,
    { platform, link, key, from, endsAt, signal, cookies }: Task,
    use: RouteUse,
    extractorArgs: Job['extractorArgs'],
  ): Promise<Try> {
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
  }

  async function finished(read: ReadMedia, { platform, signal }: Task): Promise<Result<Extraction>> {
    const { media, sources } = read;
    const facts = await probeFiles(allFormats(media), sources, egress, sizeWaitMs, signal);
    return signal.aborted ? fail('cancelled', { platform }) : ok(finish(read, facts));
  }

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

const HIDDEN: ErrorVerdict = { code: 'private', isUnread: false };

/** Whether a platform has answered, be it that there is no such media. */
function isRead({ read }: Try): boolean {
  return read.ok || isAnswer(countedFailure(read));
}

/** Whether an answer is about the media and nothing else, so that no other way has to be asked. */
function isBelieved(read: Result<unknown>): boolean {
  return read.ok || (isAnswer(countedFailure(read)) && !isOf(countedFailure(read), 'second-way'));
}

/** Whether a failure says nothing of who was asked: nobody was. */
function isOurs({ read }: Try): boolean {
  return !read.ok && (read.failure.code === 'busy' || read.failure.code === 'cancelled');
}

const UNREADABLE: ErrorVerdict = { code: 'extractor_broken', isUnread: true };

/** For the log. Its text may hold the visitor's link: what it is about is left out. */
function describeError(error: ExtractorError): string {
  return error.kind === 'extractor' ? `${error.types.join(' < ')}: ${scrubbed(error.message).slice(0, 160)}` : '';
}

/** Addresses of media are good for who asked for them, and so for one way out. */
function bound(read: ReadMedia, route: RouteUse): ReadMedia {
  return { ...read, sources: new Map([...read.sources].map(([id, source]) => [id, { ...source, route }])) };
}

/** The media with what its files told: that may be the height by which formats are ordered and recommended. */
function finish(
  { media, sources, recipes, sourceFormats, storyboard }: ReadMedia,
  facts: ReadonlyMap<string, FileFacts>,
): Extraction {
  const told = (formats: Format[]) => {
    const own = formats.map((format) => withFacts(format, facts.get(format.id)));
    const byId = new Map(own.map((format) => [format.id, format]));
    const sized = own.map((format) => withPartSizes({ ...format, recommended: false }, recipes.get(format.id), byId));
    return isRecommending(formats) ? recommend(inDisplayOrder(sized)) : sized;
  };
  const known = [...sources].map(([id, source]): [string, Source] => [
    id,
    { ...source, sizeBytes: facts.get(id)?.sizeBytes ?? source.sizeBytes },
  ]);
  const expiries = known.flatMap(([, { expiresAt }]) => expiresAt ?? []);
  return {
    media: {
      ...media,
      formats: told(media.formats),
      items: media.items.map((item) => ({ ...item, formats: told(item.formats) })),
    },
    sources: new Map(known),
    recipes,
    sourceFormats: {
      ...sourceFormats,
      byId: new Map(
        [...sourceFormats.byId].map(([id, one]) => [id, { ...one, format: withFacts(one.format, facts.get(id)) }]),
      ),
    },
    ...(storyboard && { storyboard }),
    expiresAt: Math.min(Date.now() + DEFAULT_LIFETIME_MS, ...expiries),
  };
}

/** The sound of a slideshow is there for the asking, and not what is offered first. */
function isRecommending(formats: readonly Format[]): boolean {
  return formats.some(({ recommended }) => recommended);
}

/** Of a file put together, about what its parts have; a sound that is copied into another file has about what it had. */
function withPartSizes(format: Format, recipe: Recipe | undefined, formats: ReadonlyMap<string, Format>): Format {
  if (recipe?.kind !== 'merge') return format;
  if (recipe.video === null) return { ...format, size: format.size && { ...format.size, exact: false } };
  const sizes = [recipe.video, recipe.audio].map((id) => (id === null ? 0 : formats.get(id)?.size?.bytes));
  const bytes = sizes.reduce<number | undefined>(
    (sum, size) => (sum === undefined || size === undefined ? undefined : sum + size),
    0,
  );
  return bytes === undefined ? format : { ...format, size: { bytes, exact: false } };
}
