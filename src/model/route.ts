import * as v from 'valibot';
import { FAILURE_CODES } from './failure.ts';

const Count = v.pipe(v.number(), v.integer(), v.minValue(0));

/** A way out at one platform, as operators see it: by name and kind. How it is set up, passwords included, nobody is told. */
export const RouteState = v.object({
  name: v.string(),
  /** `prefix`: a network, of which each media gets an address. */
  kind: v.picklist(['direct', 'http', 'socks5', 'prefix']),
  /** `resting`: it was refused, and others are tried before it. `waiting`: the platform has asked for that. `full`: its hour is. */
  state: v.picklist(['working', 'resting', 'waiting', 'full']),
  /** Why it rests or waits. */
  reason: v.nullable(v.picklist(FAILURE_CODES)),
  /** Seconds until it is tried as any other. */
  waitS: Count,
  /** Of the last hour: requests that reading links took, and links read. */
  requests: Count,
  videos: Count,
});
export type RouteState = v.InferOutput<typeof RouteState>;
