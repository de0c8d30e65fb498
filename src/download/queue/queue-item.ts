import * as v from 'valibot';
import { Resolved } from '#/model/download.ts';
import { Failure } from '#/model/failure.ts';
import { Platform } from '#/model/platform-schema.ts';
import { MODES } from '../form/mode.ts';
import { Transfers } from '../transfers/transfer-state.ts';

/** A visitor's link on its way from pasted to done. */
export const QueueItem = v.object({
  id: v.string(),
  link: v.string(),
  platform: v.nullable(Platform),
  mode: v.picklist(MODES),
  /** Height in pixels that was asked for; null: the best that plays everywhere. */
  quality: v.optional(v.nullable(v.number()), null),
  state: v.picklist(['waiting', 'resolving', 'ready', 'failed']),
  /** What an earlier version of this page left counts as not read. */
  resolved: v.fallback(v.nullable(Resolved), null),
  /** Why it failed; of a link that waits, why it has to. */
  failure: v.nullable(Failure),
  /** Not to be read before this instant. */
  waitUntil: v.optional(v.nullable(v.number()), null),
  /** By the id of the wish, in the order they were wanted. */
  transfers: Transfers,
});
export type QueueItem = v.InferOutput<typeof QueueItem>;

export const Queue = v.array(QueueItem);
export type Queue = v.InferOutput<typeof Queue>;
