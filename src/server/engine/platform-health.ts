import type { PlatformHealth } from '#/model/download.ts';
import { fail, type Failure, type FailureCode, type Result } from '#/model/failure.ts';
import type { Platform } from '#/model/platform.ts';
import { createRouteHealth, REFUSALS, type RouteHealth } from './route-health.ts';
import { createPace, type Pace, type PaceLimits } from './route-pace.ts';

/** Answers that say nothing about the platform. */
const OURS: ReadonlySet<FailureCode> = new Set<FailureCode>([
  'busy',
  'cancelled',
  'engine_unavailable',
  'egress_down',
  'egress_denied',
  'internal',
]);
/** Answers that show that a platform does not do as it should. */
const TROUBLES: ReadonlySet<FailureCode> = new Set<FailureCode>(['timeout', 'extractor_broken', 'upstream_error']);
/** The way out of an installation that has no other. */
const ONE_ROUTE = ['direct'];
const NO_LIMITS: PaceLimits = { requestsPerHour: null, videosPerHour: null };

/** One way out at one platform, as operators see it: by its name, never by its setting. */
export type RouteState = {
  name: string;
  /** `resting`: others are tried before it. `out`: it is not tried but for a trial now and then. `full`: its hour is. */
  state: 'working' | 'resting' | 'out' | 'full';
  /** Why it rests or is out. */
  reason: FailureCode | null;
  /** Until it is tried as any other. */
  waitS: number;
  /** Of the last hour. */
  requests: number;
  videos: number;
};

/** How a read ended, or one try of it. */
export type RouteOutcome = { route?: string | undefined; retryAfterS?: number | undefined };

export type HealthBook = {
  /** The failure to answer with at once while a platform refuses us on all ways; null: try those of `routesOf`. */
  refusal(platform: Platform): Result<never> | null;
  /** The ways to try now, best first: in their order, those that rest behind the others. */
  routesOf(platform: Platform): string[];
  /** Tells that a read goes a way. */
  begin(platform: Platform, route: string): void;
  /** Tells how many requests it took there. */
  count(platform: Platform, route: string, requests: number): void;
  /** Tells that another way is tried after this one, which is what came of it. */
  turnedAway(platform: Platform, key: string, code: FailureCode, outcome: RouteOutcome): void;
  /** Tells how a read has ended for who asked. Unless its way is told, it was the first. */
  record(platform: Platform, key: string, code: FailureCode | null, outcome?: RouteOutcome): void;
  health(platform: Platform): PlatformHealth;
  routes(platform: Platform): RouteState[];
};

export type HealthOptions = {
  /** In their order. */
  routesOf?: (platform: Platform) => readonly string[];
  pace?: PaceLimits;
  random?: () => number;
};

type Way = { name: string; health: RouteHealth; pace: Pace };
type State = { ways: Way[]; last: Failure | null; checkedAt: number | null };

/**
 * Whether each platform answers us, by its last answers on each way out; the circuit breakers that spare a platform that refuses. A
 * platform is out when all of its ways are.
 */
export function createHealthBook(
  now = () => performance.now(),
  instant: () => number = Date.now,
  { routesOf = () => ONE_ROUTE, pace = NO_LIMITS, random = Math.random }: HealthOptions = {},
): HealthBook {
  const states = new Map<Platform, State>();
  const stateOf = (platform: Platform): State => {
    const state = states.get(platform) ?? {
      ways: routesOf(platform).map((name, _, { length }) => ({
        name,
        health: createRouteHealth(now, random, length === 1),
        pace: createPace(pace, now),
      })),
      last: null,
      checkedAt: null,
    };
    states.set(platform, state);
    return state;
  };
  const wayOf = (platform: Platform, route: string | undefined) => {
    const { ways } = stateOf(platform);
    return route === undefined ? ways[0] : ways.find(({ name }) => name === route);
  };
  const waitMs = ({ health, pace: counted }: Way) => Math.max(health.waitMs(), counted.waitMs());
  const isResting = ({ health }: Way) => health.restsUntil() > now();
  const ready = (platform: Platform): Way[] =>
    stateOf(platform)
      .ways.filter((way) => waitMs(way) === 0)
      .toSorted(
        (a, b) =>
          Number(isResting(a)) - Number(isResting(b)) ||
          (isResting(a) ? a.health.restsUntil() - b.health.restsUntil() : 0),
      );
  /** A route whose trial a read was let in for, until it asks for its ways. */
  const entered = new Map<Platform, string>();

  function note(platform: Platform, key: string, code: FailureCode, { route, retryAfterS }: RouteOutcome): void {
    wayOf(platform, route)?.health.refused(key, { code, platform, ...(retryAfterS && { retryAfterS }) });
  }

  return {
    refusal(platform) {
      const { ways, last } = stateOf(platform);
      const [first] = ready(platform);
      if (first) {
        first.health.enter();
        entered.set(platform, first.name);
        return null;
      }
      const soonest = Math.min(...ways.map(waitMs));
      const retryAfterS = Math.ceil(soonest / 1000);
      const out = ways.every(({ health }) => health.waitMs() > 0) ? (last ?? ways[0]?.health.last()) : null;
      return fail(out?.code ?? 'busy', { platform, retryAfterS });
    },
    routesOf(platform) {
      const first = entered.get(platform);
      entered.delete(platform);
      const others = ready(platform).flatMap(({ name }) => (name === first ? [] : [name]));
      return first === undefined ? others : [first, ...others];
    },
    begin(platform, route) {
      const way = wayOf(platform, route);
      way?.health.enter();
      way?.pace.count({ videos: 1 });
    },
    count(platform, route, requests) {
      wayOf(platform, route)?.pace.count({ requests });
    },
    turnedAway: note,
    record(platform, key, code, outcome = {}) {
      const state = stateOf(platform);
      if (code === 'egress_down' && state.ways.length > 1) note(platform, key, code, outcome);
      if (code && OURS.has(code)) return;
      state.checkedAt = instant();
      if (code && REFUSALS.has(code)) note(platform, key, code, outcome);
      // "Private" and "not found" are answers too: the platform talks to us.
      else wayOf(platform, outcome.route)?.health.answered();
      state.last = code && (REFUSALS.has(code) || TROUBLES.has(code)) ? { code, platform } : null;
    },
    health(platform) {
      const { ways, last, checkedAt } = stateOf(platform);
      const isOut = ways.every(({ health }) => health.isOut());
      return {
        state: isOut ? 'unavailable' : last ? 'degraded' : 'working',
        reason: last ?? (isOut ? (ways[0]?.health.last() ?? null) : null),
        checkedAt: checkedAt === null ? null : new Date(checkedAt).toISOString(),
      };
    },
    routes: (platform) =>
      stateOf(platform).ways.map((way) => {
        const { name, health, pace: counted } = way;
        const state = health.isOut() ? 'out' : counted.waitMs() > 0 ? 'full' : isResting(way) ? 'resting' : 'working';
        const wait = state === 'resting' ? health.restsUntil() - now() : waitMs(way);
        return {
          name,
          state,
          reason: state === 'working' || state === 'full' ? null : (health.last()?.code ?? null),
          waitS: Math.ceil(Math.max(0, wait) / 1000),
          ...counted.counted(),
        };
      }),
  };
}
