import type * as v from 'valibot';
import type { PlatformHealth } from '#/model/download.ts';
import type { CounterNotice, FiledTakedown, TakedownRequest } from '#/model/operations.ts';
import { type Platform, PLATFORMS } from '#/model/platform.ts';
import type { PlatformStatus, StatusReport } from '#/model/status.ts';

const CHECKED_AT = '2026-11-21T11:59:48.000Z';
const FILED_AT = '2026-11-21T12:00:00.000Z';
/** Where nobody's film is: that of whoever files a notice. */
const OWN_LINK = 'https://www.youtube.com/watch?v=YOURFILM-ID';

const WORKING: PlatformHealth = { state: 'working', reason: null, checkedAt: CHECKED_AT };
const LIMITED: PlatformHealth = {
  state: 'degraded',
  reason: { code: 'rate_limited', platform: 'instagram', retryAfterS: 120 },
  checkedAt: CHECKED_AT,
};

/** All but one do as they should. */
export const EXAMPLE_PLATFORMS: Record<Platform, PlatformHealth> = {
  ...(Object.fromEntries(PLATFORMS.map((platform) => [platform, WORKING])) as Record<Platform, PlatformHealth>),
  instagram: LIMITED,
};

const YOUTUBE: PlatformStatus = {
  ...WORKING,
  successRate: { hours: 0.998, days: 0.991 },
  hours: [{ startsAt: '2026-11-21T11:00:00.000Z', state: 'working', successRate: 0.997 }],
  days: [{ startsAt: '2026-11-21T00:00:00.000Z', state: 'working', successRate: 0.998 }],
};

/** Of one platform, with one of its hours and days. */
export const EXAMPLE_STATUS: v.InferOutput<typeof StatusReport> = {
  madeAt: FILED_AT,
  platforms: { youtube: YOUTUBE },
  incidents: [
    {
      id: '3f0d9c1e-5a7b-4c2d-9e8f-1a2b3c4d5e6f',
      platform: 'instagram',
      state: 'degraded',
      code: 'rate_limited',
      beganAt: '2026-11-21T11:20:00.000Z',
      endedAt: null,
    },
  ],
  extractor: '2026.10.26',
  extractorChanges: [],
};

export const EXAMPLE_HEALTH = {
  status: 'ok',
  engine: {
    available: true,
    extractor: '2026.10.26',
    python: '3.14.0',
    conversions: true,
    jsChallenges: true,
    browserFingerprints: true,
    tokens: 'working',
    workers: { size: 4, busy: 1, queued: 0, restarts: 0 },
  },
} as const;

const CASE: FiledTakedown = { id: '6d2f8b14-93c7-4e05-b1a6-2c7d4e9f8a31', state: 'open', createdAt: FILED_AT };
const COUNTER_CASE: FiledTakedown = {
  id: 'a91c5e70-0f4d-4b88-9d3e-7b5f2a6c8e12',
  state: 'open',
  createdAt: '2026-11-23T09:30:00.000Z',
};

const TAKEDOWN: TakedownRequest = {
  sourceUrl: OWN_LINK,
  moreUrls: [],
  claimant: { name: 'Ada Example', email: 'ada@example.org', organisation: null, address: null, phone: null },
  work: 'The film “Example”, which I made and own.',
  statements: { goodFaith: true, accurate: true },
  signature: 'Ada Example',
};

const COUNTER_NOTICE: CounterNotice = {
  caseId: CASE.id,
  sourceUrl: OWN_LINK,
  moreUrls: [],
  claimant: {
    name: 'Bo Example',
    email: 'bo@example.org',
    organisation: null,
    address: '1 Example Street, Springfield',
    phone: '+15550100',
  },
  work: 'My own film, taken for another of the same name.',
  statements: { mistake: true, jurisdiction: true },
  signature: 'Bo Example',
};

/** A notice, and the objection to it. */
export const EXAMPLE_TAKEDOWN = { body: TAKEDOWN, answer: CASE };
export const EXAMPLE_COUNTER_NOTICE = { body: COUNTER_NOTICE, answer: COUNTER_CASE };
