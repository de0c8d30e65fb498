import * as v from 'valibot';
import { ExtractorChange } from './engine/extractor-version.ts';
import { Failure, FailureCode } from './failure.ts';
import { Notice } from './notice.ts';
import { Platform } from './platform-schema.ts';

/** How much of the past the status page shows, and how long anything of it is kept. */
export const STATUS_HOURS = 24;
export const STATUS_DAYS = 90;

/** Worst last. `unknown`: the platform gave no answer, and was not asked so often that this is no accident. */
const PLATFORM_STATES = ['unknown', 'working', 'degraded', 'unavailable'] as const;
export const PlatformAvailability = v.picklist(PLATFORM_STATES);
export type PlatformAvailability = v.InferOutput<typeof PlatformAvailability>;

/** An hour or a day of one platform. */
export const StatusPeriod = v.object({
  /** ISO 8601 instant; periods begin on the hour, or at midnight UTC. */
  startsAt: v.string(),
  state: PlatformAvailability,
  /** Share of links that were read of those the platform, or this site, should have read; null: there were too few to judge it by. */
  successRate: v.nullable(v.number()),
});
export type StatusPeriod = v.InferOutput<typeof StatusPeriod>;

export const PlatformStatus = v.object({
  state: v.picklist(['working', 'degraded', 'unavailable']),
  reason: v.nullable(Failure),
  /** What the operator tells visitors, also while it works. */
  notice: v.optional(Notice),
  /** ISO 8601 instant of the last answer; null: there was none since the start. */
  checkedAt: v.nullable(v.string()),
  /** Over the last 24 hours and 90 days; null as above. */
  successRate: v.object({ hours: v.nullable(v.number()), days: v.nullable(v.number()) }),
  /** The last 24, oldest first; the last one is not over. */
  hours: v.array(StatusPeriod),
  /** The last 90, oldest first; the last one is not over. */
  days: v.array(StatusPeriod),
});
export type PlatformStatus = v.InferOutput<typeof PlatformStatus>;

/** A time in which a platform did not work as it should. */
export const Incident = v.object({
  id: v.string(),
  platform: Platform,
  /** The worst that it came to. */
  state: v.picklist(['degraded', 'unavailable']),
  /** What it failed of. */
  code: FailureCode,
  /** ISO 8601 instants; null: it goes on. */
  beganAt: v.string(),
  endedAt: v.nullable(v.string()),
});
export type Incident = v.InferOutput<typeof Incident>;

/** Answer of `GET /api/v1/status`. */
export const StatusReport = v.object({
  /** ISO 8601 instant at which it was put together. */
  madeAt: v.string(),
  platforms: v.record(Platform, PlatformStatus),
  /** Newest first. */
  incidents: v.array(Incident),
  /** Version of the extractor; null when it is missing here. */
  extractor: v.nullable(v.string()),
  /** When all servers changed to another version of the extractor. Newest first. */
  extractorChanges: v.array(ExtractorChange),
});
export type StatusReport = v.InferOutput<typeof StatusReport> & { platforms: Record<Platform, PlatformStatus> };

/** Answer of `GET /readyz`: which of what every visitor needs does not answer; `disk`: there is no room to write; `shutdown`: the process is about to end. */
export const ReadinessReport = v.object({
  status: v.picklist(['ready', 'failing']),
  failing: v.array(v.picklist(['database', 'engine', 'bucket', 'disk', 'shutdown'])),
});
export type ReadinessReport = v.InferOutput<typeof ReadinessReport>;
