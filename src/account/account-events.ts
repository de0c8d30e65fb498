import type { Preferences, QueueSnapshot } from '#/model/account.ts';
import { createEmitter } from '#/model/emitter.ts';

/*
 * What one part of a page has learnt from the server, for those parts that do not know it.
 */

/** What the server has of the user's queue, as it has just answered. */
export const queueNews = createEmitter<QueueSnapshot>();

/** What the user has just settled for all devices. */
export const preferenceNews = createEmitter<Preferences>();
