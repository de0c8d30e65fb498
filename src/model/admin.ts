import * as v from 'valibot';
import { NewApiKey } from './api-key.ts';
import { DownloadState, PlatformHealth } from './download.ts';
import { EXTRACTOR_READS, ExtractorRefusal, ExtractorVersion, UPDATE_MODES } from './engine/extractor-version.ts';
import { Failure, FAILURE_CODES, FailureCode } from './failure.ts';
import { PUBLIC_SETTINGS } from './operator.ts';
import { EngineSettings, ServedPlatform, TakedownCase } from './operations.ts';
import { PLATFORMS } from './platform.ts';
import { Platform } from './platform-schema.ts';
import { ClientState, RouteState } from './engine/route.ts';
import { Rule, RuleDraft } from './rule.ts';
import { Text } from './text.ts';
import { TokenState } from './engine/token-state.ts';

const Count = v.pipe(v.number(), v.integer(), v.minValue(0));

/** A download as operators see it. Guests have no name there: their ids are in their cookies, and nowhere else. */
export const AdminDownload = v.object({
  id: v.string(),
  ownerKind: v.picklist(['guest', 'user', 'key']),
  /** `sub` of a user, id of a key; null: a guest's. */
  ownerId: v.nullable(v.string()),
  isKept: v.boolean(),
  platform: v.nullable(Platform),
  canonicalUrl: v.nullable(v.string()),
  formatId: v.nullable(v.string()),
  title: v.string(),
  state: DownloadState,
  attempt: Count,
  receivedBytes: v.number(),
  totalBytes: v.nullable(v.number()),
  failure: v.nullable(Failure),
  /** ISO 8601 instants. */
  createdAt: v.string(),
  updatedAt: v.string(),
  expiresAt: v.nullable(v.string()),
});
export type AdminDownload = v.InferOutput<typeof AdminDownload>;

/** Somebody with an account. */
export const AdminUser = v.object({
  /** As the user pool calls them. */
  username: v.string(),
  /** The name that never changes: owner of downloads. */
  sub: v.string(),
  email: v.nullable(v.string()),
  status: v.string(),
  isEnabled: v.boolean(),
  isAdmin: v.boolean(),
  createdAt: v.nullable(v.string()),
});
export type AdminUser = v.InferOutput<typeof AdminUser>;

/** A key that an operator makes. */
export const NewAdminKey = v.object({
  ...NewApiKey.entries,
  /** The user that it will belong to, as the user pool finds them: by name or e-mail address; null: the operator. */
  username: v.optional(v.nullable(v.pipe(Text, v.trim(), v.nonEmpty(), v.maxLength(256))), null),
});
export type NewAdminKey = v.InferOutput<typeof NewAdminKey>;

/** A kept file that could not be made, however often it was tried. */
export const AdminLetter = v.object({
  id: v.string(),
  /** Of the row, which may be forgotten by now. */
  downloadId: v.string(),
  failedAt: v.string(),
  failure: Failure,
  platform: v.nullable(Platform),
  title: v.string(),
  canonicalUrl: v.nullable(v.string()),
  formatId: v.nullable(v.string()),
  attempt: Count,
});
export type AdminLetter = v.InferOutput<typeof AdminLetter>;

/** What a rule would hit, or has just ended. */
export const RulePreview = v.object({
  rule: v.pick(Rule, ['kind', 'platform', 'value', 'reason']),
  /** Of what is remembered, in all states. */
  downloads: Count,
  /** Files that are kept, or still to be made: they would be deleted. */
  keptFiles: Count,
  /** Some of them, the newest first. */
  examples: v.array(v.object({ title: v.string(), canonicalUrl: v.nullable(v.string()) })),
});
export type RulePreview = v.InferOutput<typeof RulePreview>;

export const AddedRule = v.object({ rule: Rule, endedFiles: Count });
export type AddedRule = v.InferOutput<typeof AddedRule>;

export const CaseWithRules = v.object({ takedown: TakedownCase, rules: v.array(Rule) });
export type CaseWithRules = v.InferOutput<typeof CaseWithRules>;

/** What is decided of a case. Only an upheld one has rules: whatever else is decided takes them away. */
export const CaseDecision = v.object({
  state: v.picklist(['upheld', 'rejected', 'countered']),
  notes: v.optional(v.pipe(Text, v.trim(), v.maxLength(5000)), ''),
  rules: v.optional(v.pipe(v.array(RuleDraft), v.maxLength(50)), []),
});
export type CaseDecision = v.InferOutput<typeof CaseDecision>;

/** How the engine of the server that answers is. */
export const EngineState = v.object({
  available: v.boolean(),
  extractor: v.nullable(v.string()),
  python: v.nullable(v.string()),
  conversions: v.boolean(),
  jsChallenges: v.boolean(),
  browserFingerprints: v.boolean(),
  tokens: TokenState,
  workers: v.object({ size: Count, busy: Count, queued: Count, restarts: Count }),
});

/** The same with what operators look after. */
const EngineDetails = v.object({
  ...EngineState.entries,
  /** Of yt-dlp-ejs and curl_cffi; null: it is missing. */
  versions: v.object({ challengeScripts: v.nullable(v.string()), curlCffi: v.nullable(v.string()) }),
  /** Challenges of YouTube since its process began. */
  solver: v.object({ solved: Count, failed: Count, restarts: Count }),
});

/** What is settled for all servers, and what the one that answers makes of it. */
export const EngineView = v.object({ settings: EngineSettings, engine: EngineDetails });
export type EngineView = v.InferOutput<typeof EngineView>;

/** The versions of the extractor that are known, and what each server makes of them. */
export const ExtractorView = v.object({
  mode: v.picklist(UPDATE_MODES),
  /** Of the server that answers; null: none runs. */
  running: v.nullable(v.string()),
  /** Whether the version before is asked for what this one cannot read. */
  isWatched: v.boolean(),
  /** Whether the server that answers looks for a version, or judges one. */
  isUpdating: v.boolean(),
  /** What all servers are to run, and what they go back to; null: the version that each was installed with. */
  decided: v.nullable(v.string()),
  previous: v.nullable(v.string()),
  /** Newest first. */
  versions: v.array(
    v.object({
      version: v.string(),
      /** Why it is not used; null: nothing speaks against it. */
      refusal: v.nullable(ExtractorRefusal),
      /** The same in words, for operators. */
      detail: v.nullable(v.string()),
      /** ISO 8601 instants: since when the index has it, as far as is known, and when it took over last. */
      seenAt: v.string(),
      takenAt: v.nullable(v.string()),
      /** How reads went since it took over. */
      reads: v.array(v.object({ platform: Platform, ...v.entriesFromList(EXTRACTOR_READS, Count) })),
    }),
  ),
  /** Processes that were heard of lately, and why one does not run what it is to. */
  nodes: v.array(
    v.object({
      node: v.string(),
      version: v.nullable(v.string()),
      trouble: v.nullable(v.string()),
      updatedAt: v.string(),
    }),
  ),
});
export type ExtractorView = v.InferOutput<typeof ExtractorView>;

/** Body of an update: null is the newest. */
export const ExtractorUpdateRequest = v.object({ version: v.optional(v.nullable(ExtractorVersion), null) });
/** The ways out of a platform, in the order in which they are tried. */
export const RouteStates = v.array(RouteState);

export const Overview = v.object({
  /** Of the server that answers. */
  server: v.object({ node: v.string(), uptimeS: v.number(), memoryBytes: v.number() }),
  engine: EngineDetails,
  /** Kept files, of all servers. */
  queue: v.object({ waiting: Count, running: Count, dead: Count }),
  /** Transfers through the server that answers, and what it would take on. */
  transfers: v.object({
    running: Count,
    limit: Count,
    limitPerPlatform: Count,
    byPlatform: v.array(v.object({ platform: Platform, running: Count })),
    isMemoryShort: v.boolean(),
  }),
  /** Of the data folder of the server that answers. `freeBytes` null: its disk does not say. */
  disk: v.object({
    folder: v.string(),
    freeBytes: v.nullable(v.number()),
    neededBytes: v.number(),
    isShort: v.boolean(),
  }),
  /** What is refused at this moment because a limit of the server is reached. */
  limitsHit: v.array(v.picklist(['transfers', 'transfersPerPlatform', 'memory', 'workers', 'disk'])),
  platforms: v.array(
    v.object({
      ...ServedPlatform.entries,
      health: PlatformHealth,
      /** ISO 8601 instant at which the trouble began that it is in; null: it is in none that all servers know of. */
      troubledSince: v.nullable(v.string()),
      /** The ways out of the server that answers, in the order in which they are tried. */
      routes: RouteStates,
    }),
  ),
  rules: Count,
  openCases: Count,
  /** Settings of this server that a public site needs and that are not set. */
  missing: v.array(v.picklist(PUBLIC_SETTINGS)),
});
export type Overview = v.InferOutput<typeof Overview>;

/** YouTube's clients on each way out, in the order in which they are asked there. */
export const ClientStates = v.array(ClientState);

/** An answer of a platform that nobody understood, without anything that tells which media it was or who asked. */
export const UnreadAnswer = v.object({
  platform: Platform,
  /** What kind of link was read. */
  kind: v.string(),
  /** The host that was asked. */
  host: v.string(),
  /** What visitors were told. */
  code: FailureCode,
  /** The part of the extractor that read it; null: it was read to its end. */
  extractor: v.nullable(v.string()),
  /** Of the extractor. */
  version: v.nullable(v.string()),
  /** Classes of exceptions, the outermost first. */
  types: v.array(v.string()),
  message: v.string(),
  count: Count,
  /** ISO 8601 instants. */
  firstAt: v.string(),
  lastAt: v.string(),
});
export type UnreadAnswer = v.InferOutput<typeof UnreadAnswer>;

/** Newest first. */
export const UnreadAnswerList = v.array(UnreadAnswer);

/** Hours that the statistics are told of at once, with every outcome. */
export const STATISTICS_HOURS_MAX = 24 * 7;

/** Days for which success is told by the hour. */
export const RATES_DAYS_MAX = 30;

/**
 * How reading links went, hour by hour, of all servers together. Each list has one number for each hour since `since`, the last one the
 * hour that runs: `answers` of the platform, also that it has no such video, and `faults`, where nothing came of it.
 */
export const Rates = v.object({
  /** ISO 8601 instant. */
  since: v.string(),
  hours: Count,
  platforms: v.array(v.object({ platform: Platform, answers: v.array(Count), faults: v.array(Count) })),
});
export type Rates = v.InferOutput<typeof Rates>;

/** How often something ended so in an hour (UTC), of all servers together. `none`: of no platform, or of several. */
export const CountedHour = v.object({
  /** ISO 8601 instant. */
  startsAt: v.string(),
  platform: v.picklist([...PLATFORMS, 'none']),
  /** `canary`: a link that the site reads itself, to see whether that works. */
  kind: v.picklist(['resolve', 'canary', 'download']),
  outcome: v.picklist(['ok', ...FAILURE_CODES]),
  count: Count,
  bytes: v.number(),
});
export type CountedHour = v.InferOutput<typeof CountedHour>;

/** `hours` has what was counted since an hour's beginning; where nothing was, there is no entry. */
export const Statistics = v.object({ since: v.string(), until: v.string(), hours: v.array(CountedHour) });
export type Statistics = v.InferOutput<typeof Statistics>;
