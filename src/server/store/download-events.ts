import * as v from 'valibot';
import { DownloadProgress } from '#/model/download.ts';
import { Failure } from '#/model/failure.ts';
import type { StoreEvent } from './events.ts';

/** Where a download is, as servers tell each other: numbers only, since text and links are read from its row. */
export type ToldProgress = Pick<
  DownloadProgress,
  'id' | 'state' | 'receivedBytes' | 'totalBytes' | 'bytesPerS' | 'failure'
>;

const Told = v.object({
  type: v.literal('progress'),
  id: DownloadProgress.entries.id,
  state: DownloadProgress.entries.state,
  received: v.number(),
  total: v.nullable(v.number()),
  speed: v.number(),
  code: v.optional(Failure.entries.code),
  platform: Failure.entries.platform,
  retryAfterS: Failure.entries.retryAfterS,
});

export function progressEvent({ id, state, receivedBytes, totalBytes, bytesPerS, failure }: ToldProgress): StoreEvent {
  return { type: 'progress', id, state, received: receivedBytes, total: totalBytes, speed: bytesPerS, ...failure };
}

/** null: an event of another kind. */
export function readProgressEvent(event: StoreEvent): ToldProgress | null {
  const told = v.safeParse(Told, event);
  if (!told.success) return null;
  const { id, state, received, total, speed, code, platform, retryAfterS } = told.output;
  const failure = code && { code, ...(platform && { platform }), ...(retryAfterS !== undefined && { retryAfterS }) };
  return { id, state, receivedBytes: received, totalBytes: total, bytesPerS: speed, failure: failure ?? null };
}

/** More has changed than fits into an event: the download's row is to be read. */
export function changedEvent(id: string): StoreEvent {
  return { type: 'changed', id };
}

/** The id of a download that has changed; null: an event of another kind. */
export function readChangedEvent({ type, id }: StoreEvent): string | null {
  return type === 'changed' && typeof id === 'string' ? id : null;
}
