import * as v from 'valibot';
import type { AccountCookie } from '../egress-routes/account-cookies.ts';
import type { RouteUse } from '#/server/egress/egress.ts';
import { ChallengeQuestion, SolverScripts } from '../solver/protocol.ts';
import { Binding } from '../tokens/protocol.ts';

/** What a worker is asked; its answers are lines of JSON too (worker.py). */
export type Job = {
  url: string;
  /** Of a list: the entry that is wanted first, and where to begin; null: at the beginning. Unless given, the link is no list's. */
  list?: { from: number; begin: ListMark | null };
  deadlineMs: number;
  /** `http://user:password@host:port` of the door, the way out named in it; unless given, the first. */
  proxy?: string;
  /** That way out; tokens are made for it. */
  route?: RouteUse;
  extractorArgs: Record<string, Record<string, string[]>>;
  /** Of the operator's account, where one signs in for this job. */
  cookies?: readonly AccountCookie[];
};

/** A list of no more than so many: which it is, is asked before one of them is looked at. */
function upTo<T extends v.GenericSchema>(most: number, schema: T) {
  const isShort = v.custom<unknown[]>((list) => Array.isArray(list) && list.length <= most);
  return v.pipe(isShort, v.array(schema));
}

/** A worker keeps the first of each (worker.py). */
const Remarks = upTo(500, v.string());
const Total = v.pipe(v.number(), v.integer(), v.minValue(0));
const Place = v.pipe(v.number(), v.integer(), v.minValue(1));

/**
 * Where a list can be gone on with: the entry that comes next, and what its page is asked for by. It tells of whom the platform takes us
 * for, and never leaves the server.
 */
export const ListMark = v.object({ entry: Place, token: v.nullable(v.string()), visitor: v.nullable(v.string()) });
export type ListMark = v.InferOutput<typeof ListMark>;

/** How far a list was read (lists.py). */
export const ListRead = v.object({
  /** Place of the first of the entries that were answered. */
  first: Place,
  /** Place of the entry after the last of them; null: there is none. */
  next: v.nullable(Place),
  /** Entries that exist; null: the platform does not tell. */
  total: v.nullable(Total),
  marks: upTo(10_000, ListMark),
  /** Tabs that its channel has, and which of them this is. */
  tabs: upTo(100, v.string()),
  tab: v.nullable(v.string()),
});
export type ListRead = v.InferOutput<typeof ListRead>;

export const Ready = v.object({
  ready: v.literal(true),
  extractor: v.string(),
  python: v.string(),
  /** What YouTube's challenges are solved with, where it is installed beside the extractor. */
  challengeScripts: v.nullable(SolverScripts),
  /** Whether it can connect as browsers do. */
  browserFingerprints: v.boolean(),
  /** Version of what does so; null: it is not installed. */
  curlCffi: v.optional(v.nullable(v.string()), null),
});
export type Ready = v.InferOutput<typeof Ready>;

/** An exception in the worker, as facts. */
export const ExtractorError = v.variant('kind', [
  v.object({ kind: v.picklist(['cancelled', 'deadline', 'memory']) }),
  v.object({
    kind: v.literal('extractor'),
    /** Class names from the outermost to the cause. */
    types: upTo(100, v.string()),
    message: v.string(),
    /** Foreseen by the extractor, as opposed to a slip of it. */
    expected: v.boolean(),
    extractor: v.nullable(v.string()),
    /** HTTP status that was the cause. */
    status: v.nullable(v.number()),
    /** How long the platform asks to be left alone. */
    retryAfterS: v.nullish(v.number()),
    deniedByEgress: v.boolean(),
  }),
]);
export type ExtractorError = v.InferOutput<typeof ExtractorError>;

const Answer = v.object({
  id: v.number(),
  info: v.optional(v.unknown()),
  error: v.optional(ExtractorError),
  warnings: Remarks,
  /** Why there is nothing to download, in the words of an extractor. */
  refusals: v.optional(Remarks, []),
  /** Made of the platform for it. */
  requests: v.optional(v.number()),
  /** Of a list, also where reading it has failed. */
  list: v.nullish(ListRead),
});
type Answer = v.InferOutput<typeof Answer>;

/** Challenges that a job has met, or what it needs a token for: it waits for the answer. */
export const WorkerQuestion = v.union([
  v.object({ id: v.number(), ask: v.number(), ...ChallengeQuestion.entries }),
  v.object({ id: v.number(), ask: v.number(), binding: Binding }),
]);
export type WorkerQuestion = v.InferOutput<typeof WorkerQuestion>;

const Pairs = upTo(1000, v.tuple([v.string(), v.string()]));

/** What a job that is recorded asked and was answered, as it was; bodies in base64, that of the answer deflated before. */
export const ToldExchange = v.object({
  method: v.string(),
  url: v.string(),
  headers: Pairs,
  body: v.nullable(v.string()),
  answer: v.object({
    status: v.number(),
    headers: Pairs,
    /** Where redirects have led. */
    url: v.string(),
    body: v.string(),
    isCut: v.boolean(),
  }),
});
export type ToldExchange = v.InferOutput<typeof ToldExchange>;

const ExchangeLine = v.object({ id: v.number(), exchange: ToldExchange });

/**
 * Of one answer: a film in forty languages has some 400 formats of at most 2.5 KB each and 300 KB of texts, a thousand entries of an
 * album have 900 KB.
 */
export const WORKER_LINE_MAX_BYTES = 4 * 1024 * 1024;
/** Of one line: the most that trim.py lets through has some 50,000, those entries have 100,000 with the commas of their texts. */
export const WORKER_LINE_MAX_PARTS = 150_000;

const Line = v.pipe(v.string(), v.parseJson());

/** What a worker may say. */
type Message =
  | { ready: Ready }
  | { question: WorkerQuestion }
  | { exchange: ToldExchange; id: number }
  | { answer: Answer };

/**
 * One line of a worker; null: nonsense. Python writes NaN and Infinity as they are, and that is no JSON. So are lines of too many parts,
 * which would take seconds of the thread that answers everybody.
 */
export function readMessage(line: string): Message | null {
  if (hasTooManyParts(line)) return null;
  const message = v.safeParse(Line, line);
  if (!message.success) return null;
  const ready = v.safeParse(Ready, message.output);
  if (ready.success) return { ready: ready.output };
  const question = v.safeParse(WorkerQuestion, message.output);
  if (question.success) return { question: question.output };
  const exchange = v.safeParse(ExchangeLine, message.output);
  if (exchange.success) return exchange.output;
  const answer = v.safeParse(Answer, message.output);
  return answer.success ? { answer: answer.output } : null;
}

/** Told without reading it: by whatever may begin a value, those within texts included. */
function hasTooManyParts(line: string): boolean {
  let parts = 0;
  for (const mark of ',[{') {
    for (let at = line.indexOf(mark); at >= 0; at = line.indexOf(mark, at + 1)) {
      if (++parts > WORKER_LINE_MAX_PARTS) return true;
    }
  }
  return false;
}
