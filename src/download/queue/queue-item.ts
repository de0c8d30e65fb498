import * as v from 'valibot';
import { Resolved } from '#/model/download.ts';
import { Failure } from '#/model/failure.ts';
import { Platform } from '#/model/platform-schema.ts';
import { MODES } from '../form/mode.ts';
import { Transfers } from '../transfers/transfer-state.ts';

/** Entries of a list that go through the queue by themselves, a few at a time. */
const Run = v.object({
  /** Links of those whose turn has not come, in their order. */
  rest: v.array(v.string()),
  /** How many it has in all. */
  total: v.number(),
  /** Height in pixels that is wanted of each; null: the best that plays everywhere. */
  quality: v.nullable(v.number()),
});

/** A visitor's link on its way from pasted to done. */
export const QueueItem = v.object({
  id: v.string(),
  link: v.string(),
  platform: v.nullable(Platform),
  mode: v.picklist(MODES),
  /** Height in pixels that was asked for; null: the best that plays everywhere. */
  quality: v.optional(v.nullable(v.number()), null),
  /** Id of the format that the visitor picked; undefined: the one that is offered first. */
  chosen: v.optional(v.string()),
  state: v.picklist(['waiting', 'resolving', 'ready', 'failed']),
  /** What an earlier version of this page left counts as not read. */
  resolved: v.fallback(v.nullable(Resolved), null),
  /** Why it failed; of a link that waits, why it has to. */
  failure: v.nullable(Failure),
  /** Not to be read before this instant. */
  waitUntil: v.optional(v.nullable(v.number()), null),
  /** Its files are begun by themselves once it was read. */
  isAuto: v.optional(v.boolean(), false),
  run: v.optional(v.nullable(Run), null),
  /** Link of the list whose run brought it here. */
  runOf: v.optional(v.nullable(v.string()), null),
  /** By the id of the wish, in the order they were wanted. */
  transfers: Transfers,
});
export type QueueItem = v.InferOutput<typeof QueueItem>;

/** What an item begins with, beside its link. */
export const UNREAD = {
  state: 'waiting',
  resolved: null,
  failure: null,
  waitUntil: null,
  run: null,
  transfers: {},
} as const satisfies Partial<QueueItem>;

export const Queue = v.array(QueueItem);
export type Queue = v.InferOutput<typeof Queue>;
