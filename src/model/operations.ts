import * as v from 'valibot';
import { limits } from '#app.config';
import { Notice } from './notice.ts';
import { Platform } from './platform-schema.ts';
import { Text } from './text.ts';

const Instant = v.string();
const line = (maxLength: number) =>
  v.pipe(Text, v.trim(), v.nonEmpty(), v.maxLength(maxLength), v.regex(/^[^\0-\x1f]*$/));
const text = (maxLength: number) => v.pipe(Text, v.trim(), v.maxLength(maxLength));

export const Claimant = v.object({
  name: line(200),
  email: v.pipe(Text, v.trim(), v.email(), v.maxLength(254)),
  organisation: v.nullable(line(200)),
  /** Where letters reach them. */
  address: v.optional(v.nullable(v.pipe(text(500), v.nonEmpty())), null),
  phone: v.optional(v.nullable(line(50)), null),
});
export type Claimant = v.InferOutput<typeof Claimant>;

/** What who asks for a takedown has to state; without all of them it is no request. */
const Statements = v.object({
  /** The use is not authorised by the owner, its agent or the law. */
  goodFaith: v.literal(true),
  /** What is said is accurate, and the claimant may act for the owner. */
  accurate: v.literal(true),
});
type Statements = v.InferOutput<typeof Statements>;

const SourceUrl = v.pipe(Text, v.trim(), v.url(), v.regex(/^https?:/i), v.maxLength(limits.linkLength));
const MoreUrls = v.optional(v.pipe(v.array(SourceUrl), v.maxLength(limits.linksPerPaste - 1)), []);
const Signature = line(200);
const CaseId = v.pipe(v.string(), v.uuid(), v.toLowerCase());

/** Body of `POST /api/v1/takedowns`: what 17 U.S.C. § 512(c)(3) wants of a notice. */
export const TakedownRequest = v.object({
  sourceUrl: SourceUrl,
  /** Further links of the same work. */
  moreUrls: MoreUrls,
  claimant: Claimant,
  /** What the work is, and why it is the claimant's. */
  work: v.pipe(text(5000), v.nonEmpty()),
  statements: Statements,
  /** The full name, typed. */
  signature: v.optional(v.nullable(Signature), null),
});
export type TakedownRequest = v.InferOutput<typeof TakedownRequest>;

/** Body of `POST /api/v1/counter-notices`: what 17 U.S.C. § 512(g)(3) wants of whoever objects to a takedown. */
export const CounterNotice = v.object({
  /** The case that is objected to; null: whoever objects does not know it. */
  caseId: v.nullable(CaseId),
  /** Where it was before it was taken down. */
  sourceUrl: SourceUrl,
  moreUrls: MoreUrls,
  claimant: v.object({ ...Claimant.entries, address: v.pipe(text(500), v.nonEmpty()), phone: line(50) }),
  /** What was taken down, and why that was a mistake. */
  work: v.pipe(text(5000), v.nonEmpty()),
  statements: v.object({
    /** In good faith, under penalty of perjury: it was taken down by mistake or misidentification. */
    mistake: v.literal(true),
    /** They consent to the jurisdiction of a court, and accept service of process from the claimant. */
    jurisdiction: v.literal(true),
  }),
  signature: Signature,
});
export type CounterNotice = v.InferOutput<typeof CounterNotice>;

/** What a case is: a request, or an objection to one. */
export const CASE_KINDS = ['takedown', 'counter-notice'] as const;
export const CaseKind = v.picklist(CASE_KINDS);
export type CaseKind = v.InferOutput<typeof CaseKind>;

/** `countered`: upheld at first, and given back after a counter-notice. */
export const CASE_STATES = ['open', 'upheld', 'rejected', 'countered'] as const;
export const CaseState = v.picklist(CASE_STATES);
export type CaseState = v.InferOutput<typeof CaseState>;

/** A request that something be taken down, or an objection to one, and what became of it. */
export const TakedownCase = v.object({
  id: v.pipe(v.string(), v.uuid()),
  kind: CaseKind,
  state: CaseState,
  /** Of a counter-notice: the case that it objects to, where that is known. */
  caseId: v.nullable(CaseId),
  sourceUrl: SourceUrl,
  moreUrls: v.array(SourceUrl),
  claimant: v.object({ ...Claimant.entries, address: v.nullable(v.string()), phone: v.nullable(v.string()) }),
  work: v.string(),
  /** What was stated, by the names that the requests have. */
  statements: v.record(v.string(), v.literal(true)),
  signature: v.nullable(v.string()),
  /** The operators'. */
  notes: v.string(),
  createdAt: Instant,
  decidedAt: v.nullable(Instant),
});
export type TakedownCase = v.InferOutput<typeof TakedownCase>;

/** What who files a case may refer to. */
export const FiledTakedown = v.pick(TakedownCase, ['id', 'state', 'createdAt']);
export type FiledTakedown = v.InferOutput<typeof FiledTakedown>;

/** Whether a platform is served, and what its visitors are told meanwhile. */
export const ServedPlatform = v.object({
  platform: Platform,
  isOn: v.boolean(),
  /** Shown while it is off, and beside the platform's state while it is on. */
  notice: v.nullable(Notice),
  /** null: never. */
  changedAt: v.nullable(Instant),
});
export type ServedPlatform = v.InferOutput<typeof ServedPlatform>;

/** A step of the ladder: a client of YouTube's, or several that are asked together. */
export const LADDER_STEP = /^[a-z_]{1,40}(?:\+[a-z_]{1,40}){0,4}$/;

/** What of the engine can be changed while it runs, on all servers at once; null: as each is configured. */
export const EngineSettings = v.object({
  /** The clients YouTube is asked as, one after the other until one is answered; those joined by `+` are asked together. */
  youtubePlayerClients: v.nullable(
    v.pipe(v.array(v.pipe(v.string(), v.regex(LADDER_STEP))), v.minLength(1), v.maxLength(10)),
  ),
  /** Extractor processes of each server. */
  workers: v.nullable(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(64))),
  /** Of them, how many one platform may hold at once. */
  workersPerPlatform: v.nullable(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(64))),
});
export type EngineSettings = v.InferOutput<typeof EngineSettings>;

export const AS_CONFIGURED: EngineSettings = { youtubePlayerClients: null, workers: null, workersPerPlatform: null };

/** What operators can do that is remembered. */
export const AUDIT_ACTIONS = [
  'rule.add',
  'rule.remove',
  'case.decide',
  'platform.switch',
  'route.switch',
  'engine.configure',
  'extractor.update',
  'extractor.rollback',
  'download.cancel',
  'letter.retry',
  'letter.discard',
  'key.create',
  'key.revoke',
  'user.disable',
  'user.enable',
  'user.sign-out',
  'user.delete',
  'user.promote',
  'user.demote',
] as const;
export const AuditAction = v.picklist(AUDIT_ACTIONS);
export type AuditAction = v.InferOutput<typeof AuditAction>;

/** Who changed what, when, from what to what. */
export const AuditEntry = v.object({
  id: v.pipe(v.string(), v.uuid()),
  at: Instant,
  /** `user:<sub>`. */
  actor: v.string(),
  action: AuditAction,
  /** Id of what was changed. */
  target: v.string(),
  /** null: it was not there. */
  before: v.unknown(),
  /** null: it is not there any more. */
  after: v.unknown(),
});
export type AuditEntry = v.InferOutput<typeof AuditEntry>;
