import type { FailureCode } from '../failure.ts';
import type { Platform } from '../platform.ts';

/** An answer of a platform that nobody understands, as an operator may see it: nothing in it tells which media it was, or who asked. */
export type UnreadAnswerFacts = {
  platform: Platform;
  /** What a link of it is: `video`, `reel`, … */
  kind: string;
  /** The host that was asked. */
  host: string;
  /** What the visitor was told. */
  code: FailureCode;
  /** yt-dlp's part that read it; null: it was read to its end. */
  extractor: string | null;
  /** Classes of exceptions, the outermost first; empty where there was none. */
  types: string[];
  /** What was said, scrubbed; of an exception, and of what was noted before. */
  message: string;
};

/** `version` is that of the extractor which read it; null: unknown. */
export type NotedAnswer = UnreadAnswerFacts & { version: string | null };
