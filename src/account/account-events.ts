import type { Preferences, QueueEntry, QueueSnapshot } from '#/model/account.ts';
import { createEmitter } from '#/model/emitter.ts';
import type { Platform } from '#/model/platform.ts';

/*
 * What one part of a page has learnt from the server, for those parts that do not know it.
 */

/** What the server has of the user's queue, as it has just answered. */
export const queueChanges = createEmitter<QueueSnapshot>();

/** A file that the user had, and wants again: of which link, in which format. */
export type WantedAgain = {
  link: string;
  platform: Platform | null;
  mode: QueueEntry['mode'] | undefined;
  formatId: string;
  /** What is being fetched, in one breath: `MP4 · 1080p · 48.3 MB`. */
  summary: string;
  /** Made and kept by the server, as it was. */
  isKept: boolean;
};

/** The user asks the queue of this browser for a file of the past. */
export const wantedAgain = createEmitter<WantedAgain>();

/** What the user has just settled for all devices. */
export const preferenceChanges = createEmitter<Preferences>();
