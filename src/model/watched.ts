import * as v from 'valibot';
import { limits } from '#app.config';
import { isOf } from './failure-codes.ts';
import type { FailureCode } from './failure.ts';
import { SITE_LANGUAGES } from './languages.ts';
import { Platform } from './platform-schema.ts';
import { Text } from './text.ts';

/** Whether it is not there yet and will be: who is signed in can be told. */
export function isAwaited(code: FailureCode): boolean {
  return isOf(code, 'awaited');
}

/** A link that a user wants to be told of. What it is called and when it starts, the server knows by itself. */
export const WatchRequest = v.object({
  link: v.pipe(Text, v.url(), v.regex(/^https?:/i), v.maxLength(limits.linkLength)),
  /** Of the page: what the user is told in, unless they settled another. */
  language: v.picklist(SITE_LANGUAGES),
});
export type WatchRequest = v.InferOutput<typeof WatchRequest>;

/** `there`: it can be downloaded, and the user was told; `missed`: it did not come within a week, or may not be had. */
export const WATCH_STATES = ['waiting', 'there', 'missed'] as const;

/** A link that a user waits for, or has waited for lately. */
export const WatchedLink = v.object({
  id: v.pipe(v.string(), v.uuid()),
  /** In its canonical form. */
  link: v.string(),
  platform: Platform,
  /** null: not known. */
  title: v.nullable(v.string()),
  /** ISO 8601 instants; null: the platform does not tell, or not exactly. */
  startsAt: v.nullable(v.string()),
  state: v.picklist(WATCH_STATES),
  createdAt: v.string(),
});
export type WatchedLink = v.InferOutput<typeof WatchedLink>;
