import * as v from 'valibot';
import { FAILURE_CODES } from '../failure.ts';
import type { Platform } from '../platform.ts';
import { Text } from '../text.ts';

const Count = v.pipe(v.number(), v.integer(), v.minValue(0));

/** A way out at one platform, as operators see it: by name and kind. How it is set up, passwords included, nobody is told. */
export const RouteState = v.object({
  name: v.string(),
  /** `prefix`: a network, of which each media gets an address. */
  kind: v.picklist(['direct', 'http', 'socks5', 'prefix']),
  /**
   * `resting`: it was refused, and others are tried before it. `waiting`: the platform has asked for that. `full`: its hour is. `off`: an
   * operator has switched it off here.
   */
  state: v.picklist(['working', 'resting', 'waiting', 'full', 'off']),
  /** Why it rests or waits. */
  reason: v.nullable(v.picklist(FAILURE_CODES)),
  /** Seconds until it is tried as any other. */
  waitS: Count,
  /** Of the last hour: requests that reading links took, and links read. */
  requests: Count,
  videos: Count,
});
export type RouteState = v.InferOutput<typeof RouteState>;

/** Whether a platform is asked by a way out. */
export const RouteSwitchRequest = v.object({ name: v.pipe(Text, v.nonEmpty(), v.maxLength(32)), isOn: v.boolean() });
export type RouteSwitchRequest = v.InferOutput<typeof RouteSwitchRequest>;

/** Names of ways out that operators have switched off, by platform. */
export type RoutesOff = Partial<Record<Platform, readonly string[]>>;

/** How one of YouTube's clients does on one way out, since the process began. */
export const ClientState = v.object({
  route: v.string(),
  /** Several that are asked together are joined by `+`. */
  client: v.string(),
  /** Whether it is asked first there. */
  isFirst: v.boolean(),
  answered: Count,
  refused: Count,
  /** Why it was refused last; null: it never was, or was answered since. */
  reason: v.nullable(v.picklist(FAILURE_CODES)),
});
export type ClientState = v.InferOutput<typeof ClientState>;
