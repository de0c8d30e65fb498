import { LRUCache } from 'lru-cache';
import { fail, type Failure, isRetryable, type Result } from '#/model/failure.ts';
import type { Platform } from '#/model/platform.ts';
import { type Trace, untraced } from '#/server/observability/tracing.ts';
import type { HealthRegistry } from './egress-routes/platform-health.ts';
import type { PolicyEnforcer } from './egress-routes/policy.ts';
import type { MediaExtractor } from './extract.ts';
import { mediaKey } from './links/link.ts';
import type { ListCache } from './lists/list-cache.ts';
import type { Extraction } from './media/extraction.ts';
import { isList, type MediaLink } from './platforms/rules.ts';

type Kept = { answer: Result<Extraction>; at: number; goodUntil: number; isRefresh: boolean };
type InFlight = { answer: Promise<Result<Extraction>>; controller: AbortController; waiters: number };
type Extract = (signal: AbortSignal) => Promise<Result<Extraction>>;

const KEEP_AT_MOST_MS = 5 * 60_000;
/** Sources are not handed out in their last minute. */
const EXPIRY_MARGIN_MS = 60_000;
const KEEP_FAILURE_MS = 5_000;
/** Sources that were just made anew are not made anew again: on some platforms their addresses stay the same. */
const REFRESH_PAUSE_MS = 10_000;
const MAX_KEPT = 500;
const UNAVAILABLE_RETRY_S = 30;

/** What has not begun is not told to have not when it has. */
function failureLifeMs({ code, startsAt }: Failure, nowMs: number): number {
  if (isRetryable(code)) return 0;
  const untilStartMs = startsAt === undefined ? 0 : Date.parse(startsAt) - nowMs;
  return untilStartMs > 0 ? Math.min(KEEP_FAILURE_MS, untilStartMs) : KEEP_FAILURE_MS;
}

export type ExtractionCache = {
  /** The kept answer, or the one in flight, or a new one. A waiter that leaves ends the work only when it was the last. */
  get(key: string, extract: Extract, signal?: AbortSignal): Promise<Result<Extraction>>;
  /** The kept answer; null: there is none, or none any more. */
  kept(key: string): Result<Extraction> | null;
  /**
   * Drops a kept answer, since a source of it has stopped working; not when it is itself the outcome of such a drop a moment ago, unless
   * it is certain that it is of no use.
   */
  drop(key: string, isStale: (extraction: Extraction) => boolean, options?: { isCertain: boolean }): void;
  /** Drops all kept answers like this, whatever is to be told of them from now on. */
  dropAll(isGone: (extraction: Extraction) => boolean): void;
  close(): void;
};

/** Keeps answers while their sources are valid, and lets equal requests in flight share one extraction. */
export function createExtractionCache(
  now = () => performance.now(),
  instant: () => number = Date.now,
): ExtractionCache {
  const kept = new LRUCache<string, Kept>({ max: MAX_KEPT });
  const inFlight = new Map<string, InFlight>();
  const dropped = new LRUCache<string, true>({ max: MAX_KEPT });

  function keep(key: string, answer: Result<Extraction>): void {
    const at = now();
    const isRefresh = dropped.delete(key);
    const ms = answer.ok
      ? Math.min(KEEP_AT_MOST_MS, answer.value.expiresAt - instant() - EXPIRY_MARGIN_MS)
      : failureLifeMs(answer.failure, instant());
    kept.delete(key);
    if (ms <= 0) return;
    kept.set(key, { answer, at, goodUntil: at + ms, isRefresh });
  }

  function begin(key: string, extract: Extract): InFlight {
    const controller = new AbortController();
    const work: InFlight = {
      controller,
      waiters: 0,
      answer: extract(controller.signal)
        .then((answer) => {
          if (!controller.signal.aborted) keep(key, answer);
          return answer;
        })
        .finally(() => {
          if (inFlight.get(key) === work) inFlight.delete(key);
        }),
    };
    inFlight.set(key, work);
    return work;
  }

  function good(key: string): Result<Extraction> | null {
    const found = kept.get(key);
    return found && found.goodUntil > now() ? found.answer : null;
  }

  return {
    kept: good,
    async get(key, extract, signal) {
      if (signal?.aborted) return fail('cancelled');
      const found = good(key);
      if (found) return found;
      const work = inFlight.get(key) ?? begin(key, extract);
      work.waiters++;
      const left = Promise.withResolvers<Result<Extraction>>();
      const leave = () => left.resolve(fail('cancelled'));
      signal?.addEventListener('abort', leave, { once: true });
      try {
        return await Promise.race([work.answer, left.promise]);
      } finally {
        signal?.removeEventListener('abort', leave);
        if (--work.waiters === 0 && inFlight.get(key) === work) {
          // Nobody waits any more; the next who asks must not get the aborted work.
          inFlight.delete(key);
          work.controller.abort();
        }
      }
    },
    drop(key, isStale, { isCertain } = { isCertain: false }) {
      const found = kept.get(key);
      if (!found?.answer.ok || !isStale(found.answer.value)) return;
      const isFresh = found.isRefresh && now() - found.at < REFRESH_PAUSE_MS;
      if (isFresh && !isCertain) return;
      kept.delete(key);
      dropped.set(key, true);
    },
    dropAll(isGone) {
      for (const [key, { answer }] of kept.entries().toArray()) if (answer.ok && isGone(answer.value)) kept.delete(key);
    },
    close() {
      for (const { controller } of inFlight.values()) controller.abort();
    },
  };
}

/** `from`: an entry of a list, unless told the first; what is answered and kept is all that was read with it. */
type Wanted = { platform: Platform; link: MediaLink; from?: number };

/** Media by their links, extracted where no answer is kept, and only where that may be asked for now. */
export type CachedExtractor = Pick<ExtractionCache, 'dropAll' | 'close'> & {
  /** `avoided`: a way that is tried last. */
  get(
    wanted: Wanted,
    options?: { signal?: AbortSignal | undefined; avoided?: string | undefined },
  ): Promise<Result<Extraction>>;
  /** Of a list its beginning. */
  kept(platform: Platform, link: MediaLink): ReturnType<ExtractionCache['kept']>;
  drop(wanted: Wanted, isStale: (extraction: Extraction) => boolean, options: { isCertain: boolean }): void;
};

type Ports = {
  /** null: there is none. */
  extract: MediaExtractor | null;
  /** Whether a worker is there that extracts. */
  isAvailable: () => boolean;
  healthRegistry: Pick<HealthRegistry, 'refusal' | 'routesOf'>;
  policyEnforcer: Pick<PolicyEnforcer, 'ofMedia'>;
  lists: Pick<ListCache, 'chunkOf'>;
  trace?: Trace | undefined;
};

export function createCachedExtractor(ports: Ports): CachedExtractor {
  const { extract, isAvailable, healthRegistry, policyEnforcer, lists, trace = untraced } = ports;
  const cache = createExtractionCache();

  /** Of a list there is an answer for each part of it that was read at once. */
  function chunkOf({ platform, link, from = 1 }: Wanted): { key: string; first: number; chunkKey: string } {
    const key = mediaKey(platform, link);
    const first = isList(link) ? lists.chunkOf(key, from) : 1;
    return { key, first, chunkKey: first === 1 ? key : `${key}@${first}` };
  }

  return {
    async get(wanted, { signal, avoided } = {}) {
      const { platform, link } = wanted;
      const { key, first, chunkKey } = chunkOf(wanted);
      const answer = await cache.get(
        chunkKey,
        async (whileWanted) => {
          if (!extract || !isAvailable())
            return fail('engine_unavailable', { platform, retryAfterS: UNAVAILABLE_RETRY_S });
          const refused = healthRegistry.refusal(platform);
          if (refused) return refused;
          const routes = healthRegistry.routesOf(platform, avoided);
          return trace('extract', { platform }, () =>
            extract(platform, link, { key, from: first, routes, signal: whileWanted }),
          );
        },
        signal,
      );
      return (answer.ok && policyEnforcer.ofMedia(answer.value.media)) || answer;
    },
    kept: (platform, link) => cache.kept(mediaKey(platform, link)),
    drop: (wanted, isStale, options) => cache.drop(chunkOf(wanted).chunkKey, isStale, options),
    dropAll: cache.dropAll,
    close: cache.close,
  };
}
