import * as v from 'valibot';

/** What a worker is asked; its answers are lines of JSON too (worker.py). */
export type Job = {
  url: string;
  playlist: boolean;
  playlistEnd: number;
  deadlineMs: number;
  extractorArgs: Record<string, Record<string, string[]>>;
};

export const Ready = v.object({
  ready: v.literal(true),
  extractor: v.string(),
  python: v.string(),
  challengeSolver: v.boolean(),
});
export type Ready = v.InferOutput<typeof Ready>;

/** An exception in the worker, as facts. */
export const ExtractorError = v.variant('kind', [
  v.object({ kind: v.picklist(['cancelled', 'deadline', 'memory']) }),
  v.object({
    kind: v.literal('extractor'),
    /** Class names from the outermost to the cause. */
    types: v.array(v.string()),
    message: v.string(),
    /** Foreseen by the extractor, as opposed to a slip of it. */
    expected: v.boolean(),
    extractor: v.nullable(v.string()),
    /** HTTP status that was the cause. */
    status: v.nullable(v.number()),
    deniedByEgress: v.boolean(),
  }),
]);
export type ExtractorError = v.InferOutput<typeof ExtractorError>;

export const Answer = v.object({
  id: v.number(),
  info: v.optional(v.unknown()),
  error: v.optional(ExtractorError),
  warnings: v.array(v.string()),
});
export type Answer = v.InferOutput<typeof Answer>;
