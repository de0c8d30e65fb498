import type { PlatformHealth } from '#/model/download.ts';
import { isOf } from '#/model/failure-codes.ts';
import { fail, type Failure, type FailureCode, type Result } from '#/model/failure.ts';
import type { Platform } from '#/model/platform.ts';
import { isFault } from '#/model/outcome.ts';
import type { RouteState } from '#/model/engine/route.ts';
import { createRouteHealth, restMs, type RouteHealth } from './route-health.ts';
import { createPace, type Pace, type PaceLimits } from './route-pace.ts';

/** So many media on end that were refused on all ways, and links are not even tried any more but for one now and then. */
const OPEN_AFTER = 6;
/** The way out of an installation that has no other. */
const ONE_ROUTE = ['direct'];
const NO_LIMITS: PaceLimits = { requestsPerHour: null, videosPerHour: null };

/** Which way a read or one try of it went, and how long the platform asks to be left alone there. */
export type RouteOutcome = { route?: string | undefined; retryAfterS?: number | undefined };

export type HealthRegistry = {
  /** The failure to answer with at once while a platform refuses us on all ways; null: try those of `routesOf`. */
  refusal(platform: Platform): Result<never> | null;
  /** The ways to try now, best first: in their order, those that rest behind the others, and `avoided` behind these, however long they rest. */
  routesOf(platform: Platform, avoided?: string): string[];
  /** Tells that a read goes a way. */
  begin(platform: Platform, route: string): void;
  /** Tells how many requests it took there. */
  count(platform: Platform, route: string, requests: number): void;
  /** Tells that another way is tried after this one, which is what came of it. */
  turnedAway(platform: Platform, code: FailureCode, outcome: RouteOutcome): void;
  /** Tells that media were refused to the very way that they were read by a moment ago. The platform's state is that of its pages. */
  mediaRefused(platform: Platform, code: FailureCode, outcome: RouteOutcome): void;
  /** Tells that another way was answered what this one was not. It does not rest for it: one answer is no proof. */
  contradicted(platform: Platform, code: FailureCode, outcome: RouteOutcome): void;
  /** Tells how a read has ended for who asked. `key`: of the media. Unless its way is told, it was the first. */
  record(platform: Platform, key: string, code: FailureCode | null, outcome?: RouteOutcome): void;
  health(platform: Platform): PlatformHealth;
  routes(platform: Platform): Omit<RouteState, 'kind'>[];
  /** What went each way since the process began. */
  totals(platform: Platform): RouteTotals[];
};

/** `failures`: by code, of reads and media that this way was refused, that failed by the platform or by us, or that another way was given. */
export type RouteTotals = {
  name: string;
  requests: number;
  videos: number;
  failures: ReadonlyMap<FailureCode, number>;
};

export type HealthOptions = {
  /** In their order. */
  routesOf?: (platform: Platform) => readonly string[];
  pace?: PaceLimits;
  /** Whether operators have switched a way off; asked each time. */
  isOff?: (platform: Platform, route: string) => boolean;
  random?: () => number;
};

type Way = {
  name: string;
  health: RouteHealth;
  pace: Pace;
  totals: { requests: number; videos: number; failures: Map<FailureCode, number> };
};
type State = {
  ways: Way[];
  /** Of media that were refused on end: one that is asked for again and again says little. */
  refusedKeys: Set<string>;
  trialAt: number;
  isOnTrial: boolean;
  failedTrials: number;
  last: Failure | null;
  checkedAt: number | null;
};

/**
 * Whether each platform answers us, by its last answers, and which ways out it answers; the circuit breaker that spares a platform that
 * refuses. A platform is out when all of its ways are.
 */
export function createHealthRegistry(
  now = () => performance.now(),
  instant: () => number = Date.now,
  { routesOf = () => ONE_ROUTE, pace = NO_LIMITS, isOff = () => false, random = Math.random }: HealthOptions = {},
): HealthRegistry {
  const states = new Map<Platform, State>();
  const stateOf = (platform: Platform): State => {
    const state = states.get(platform) ?? {
      ways: routesOf(platform).map((name) => ({
        name,
        health: createRouteHealth(now, random),
        pace: createPace(pace, now),
        totals: { requests: 0, videos: 0, failures: new Map<FailureCode, number>() },
      })),
      refusedKeys: new Set(),
      trialAt: -Infinity,
      isOnTrial: false,
      failedTrials: 0,
      last: null,
      checkedAt: null,
    };
    states.set(platform, state);
    return state;
  };
  const isOpen = ({ refusedKeys }: State) => refusedKeys.size >= OPEN_AFTER;
  const wayOf = (platform: Platform, route: string | undefined) => {
    const { ways } = stateOf(platform);
    return route === undefined ? ways[0] : ways.find(({ name }) => name === route);
  };
  const waysOn = (platform: Platform) => stateOf(platform).ways.filter(({ name }) => !isOff(platform, name));
  const waitMs = ({ health, pace: counted }: Way) => Math.max(health.waitMs(), counted.waitMs());

  function turnedAway(platform: Platform, code: FailureCode, { route, retryAfterS }: RouteOutcome): void {
    const way = wayOf(platform, route);
    way?.health.refused({ code, platform, ...(retryAfterS && { retryAfterS }) });
    countFailure(way, code);
  }

  function countFailure(way: Way | undefined, code: FailureCode): void {
    way?.totals.failures.set(code, (way.totals.failures.get(code) ?? 0) + 1);
  }

  function refused(state: State, key: string): void {
    if (state.isOnTrial) state.failedTrials++;
    state.isOnTrial = false;
    state.refusedKeys.add(key);
    if (isOpen(state)) state.trialAt = now() + restMs(state.failedTrials, random);
  }

  return {
    refusal(platform) {
      const state = stateOf(platform);
      const { last, trialAt } = state;
      const ways = waysOn(platform);
      if (ways.length === 0) return fail('egress_down', { platform });
      const isOut = ways.every(({ health }) => health.waitMs() > 0);
      const breakMs = isOpen(state) ? trialAt - now() : 0;
      const soonestMs = Math.max(breakMs, Math.min(...ways.map(waitMs)));
      if (soonestMs <= 0) {
        state.isOnTrial = isOpen(state);
        if (state.isOnTrial) state.trialAt = now() + restMs(state.failedTrials, random);
        return null;
      }
      const code = breakMs > 0 || isOut ? (last ?? ways[0]?.health.last())?.code : 'busy';
      return fail(code ?? 'busy', { platform, retryAfterS: Math.ceil(soonestMs / 1000) });
    },
    routesOf: (platform, avoided) =>
      waysOn(platform)
        .filter((way) => waitMs(way) === 0)
        .toSorted((a, b) => a.health.restMs() - b.health.restMs())
        .toSorted((a, b) => Number(a.name === avoided) - Number(b.name === avoided))
        .map(({ name }) => name),
    begin(platform, route) {
      const way = wayOf(platform, route);
      way?.health.enter();
      way?.pace.count({ videos: 1 });
      if (way) way.totals.videos++;
    },
    count(platform, route, requests) {
      const way = wayOf(platform, route);
      way?.pace.count({ requests });
      if (way) way.totals.requests += requests;
    },
    turnedAway,
    mediaRefused(platform, code, { route, retryAfterS }) {
      const way = wayOf(platform, route);
      way?.health.mediaRefused({ code, platform, ...(retryAfterS && { retryAfterS }) });
      countFailure(way, code);
    },
    contradicted: (platform, code, { route }) => countFailure(wayOf(platform, route), code),
    record(platform, key, code, outcome = {}) {
      const state = stateOf(platform);
      // Of several ways that all lead nowhere the platform is as far away as if it refused us.
      const isRefusal = code !== null && (isOf(code, 'refusal') || (code === 'egress_down' && state.ways.length > 1));
      if (code && isOf(code, 'local') && !isRefusal) return;
      state.checkedAt = instant();
      if (isRefusal) {
        turnedAway(platform, code, outcome);
        refused(state, key);
        state.last = { code, platform };
        return;
      }
      const way = wayOf(platform, outcome.route);
      if (code && isFault(code)) countFailure(way, code);
      // "Private" and "not found" are answers too: the platform talks to us.
      way?.health.answered();
      state.refusedKeys.clear();
      state.failedTrials = 0;
      state.isOnTrial = false;
      state.last = code && isOf(code, 'trouble') ? { code, platform } : null;
    },
    health(platform) {
      const state = stateOf(platform);
      const { last, checkedAt } = state;
      const ways = waysOn(platform);
      const isOut = isOpen(state) || ways.every(({ health }) => health.waitMs() > 0);
      const nowhere: Failure | null = ways.length === 0 ? { code: 'egress_down', platform } : null;
      return {
        state: isOut ? 'unavailable' : last ? 'degraded' : 'working',
        reason: nowhere ?? last ?? (isOut ? (ways[0]?.health.last() ?? null) : null),
        checkedAt: checkedAt === null ? null : new Date(checkedAt).toISOString(),
      };
    },
    routes: (platform) =>
      stateOf(platform).ways.map(({ name, health, pace: counted }) => {
        const [wait, rest, full] = [health.waitMs(), health.restMs(), counted.waitMs()];
        const state = wait > 0 ? 'waiting' : full > 0 ? 'full' : rest > 0 ? 'resting' : 'working';
        return {
          name,
          state: isOff(platform, name) ? 'off' : state,
          reason: wait > 0 || rest > 0 ? (health.last()?.code ?? null) : null,
          waitS: Math.ceil(Math.max(wait, full, rest) / 1000),
          ...counted.counted(),
        };
      }),
    totals: (platform) => stateOf(platform).ways.map(({ name, totals }) => ({ name, ...totals })),
  };
}
