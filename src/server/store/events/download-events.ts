import * as v from 'valibot';
import { DownloadState } from '#/model/download.ts';
import { Failure } from '#/model/failure.ts';
import type { Store } from '../store.ts';
import type { StoreEvent } from './events.ts';

/** How far a download is, for whoever follows it, on whichever server. `speed` in bytes per second, the others in bytes. */
type LiveProgress = {
  id: string;
  state: DownloadState;
  received: number;
  /** null: only the end will tell. */
  total: number | null;
  speed: number;
  failure: Failure | null;
};

const ProgressEvent = v.object({
  type: v.literal('progress'),
  id: v.string(),
  state: DownloadState,
  received: v.number(),
  total: v.nullable(v.number()),
  speed: v.number(),
  failureCode: v.nullable(Failure.entries.code),
  failurePlatform: v.nullable(Failure.entries.platform.wrapped),
  retryAfterS: v.nullable(v.number()),
});

/** Sent while bytes move; what is true for longer is in the row. */
export function progressEvent({ failure, ...progress }: LiveProgress): StoreEvent {
  return {
    type: 'progress',
    ...progress,
    failureCode: failure?.code ?? null,
    failurePlatform: failure?.platform ?? null,
    retryAfterS: failure?.retryAfterS ?? null,
  };
}

/** null: another event, or one of another version of this server. */
export function readProgressEvent(event: StoreEvent): LiveProgress | null {
  const { success, output } = v.safeParse(ProgressEvent, event);
  if (!success) return null;
  const { id, state, received, total, speed, failureCode: code, failurePlatform: platform, retryAfterS } = output;
  const context = { ...(platform && { platform }), ...(retryAfterS !== null && { retryAfterS }) };
  return { id, state, received, total, speed, failure: code && { code, ...context } };
}

/** The row of a download has changed: read it. */
export function changedEvent(id: string): StoreEvent {
  return { type: 'changed', id };
}

/** Says of all these rows at once that they have changed; of none, nothing. */
export async function publishChanges(store: Pick<Store, 'publish'>, rows: readonly { id: string }[]): Promise<void> {
  if (rows.length > 0) await store.publish(rows.map(({ id }) => changedEvent(id)));
}

/** Whoever works at this download should end; its row says so already. */
export function cancelEvent(id: string): StoreEvent {
  return { type: 'cancel', id };
}

/** Id of the download that an event of one of the two types is about; null: another event. */
export function idOf(event: StoreEvent, type: 'changed' | 'cancel'): string | null {
  return event.type === type && typeof event['id'] === 'string' ? event['id'] : null;
}
