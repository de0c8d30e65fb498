import * as v from 'valibot';
import { FAILURE_CODES } from '#/model/failure.ts';
import { Platform } from '#/model/platform-schema.ts';

/** A body as it is in a recording. `base64` is of what is no text. */
export const RecordedBody = v.object({ text: v.optional(v.string()), base64: v.optional(v.string()) });
export type RecordedBody = v.InferOutput<typeof RecordedBody>;

const Pairs = v.array(v.tuple([v.string(), v.string()]));

/** One request and its answer, without anything that tells of who asked. */
export const RecordedExchange = v.object({
  method: v.string(),
  url: v.string(),
  headers: Pairs,
  body: v.nullable(v.string()),
  answer: v.object({
    status: v.number(),
    headers: Pairs,
    body: RecordedBody,
    /** Whether there was more of it. */
    isCut: v.boolean(),
  }),
});
export type RecordedExchange = v.InferOutput<typeof RecordedExchange>;

/** What reading one link took, in the order in which it was answered; the replicas serve it (tests/platforms/recorded.ts). */
export const Recording = v.object({
  format: v.literal(1),
  platform: Platform,
  /** As the platform calls the media. */
  link: v.string(),
  /** Day on which it was recorded. */
  recordedOn: v.string(),
  extractor: v.nullable(v.string()),
  /** What came of it. */
  outcome: v.picklist(['ok', ...FAILURE_CODES]),
  exchanges: v.array(RecordedExchange),
});
export type Recording = v.InferOutput<typeof Recording>;

/** An exchange as it was, with all that a recording leaves out. */
export type RawExchange = {
  method: string;
  url: string;
  headers: [string, string][];
  body: Buffer | null;
  answer: { status: number; headers: [string, string][]; url: string; body: Buffer; isCut: boolean };
};
