import { createEmitter } from '#/model/emitter.ts';
import type { FormatKind, Media } from '#/model/media/media.ts';
import type { Platform } from '#/model/platform.ts';

/**
 * Something that happened on a page and may be counted, where the visitor has allowed it (src/analytics). Only words of ours are in it:
 * never a link, a title or whoever made the post.
 */
export type AnalyticsEvent =
  | { event: 'link_read'; platform: Platform; kind: Media['kind'] }
  | { event: 'download_started' | 'download_done'; platform: Platform; kind: FileKind };

/** What a file is; several in one are an archive. */
export type FileKind = FormatKind | 'archive';

const analyticsEvents = createEmitter<AnalyticsEvent>();

/** Tells whoever listens; without anybody it is forgotten. */
export function emitAnalyticsEvent(event: AnalyticsEvent): void {
  analyticsEvents.emit(event);
}

/** Calls for everything that happens from now on. Returns how to stop. */
export function onAnalyticsEvent(listener: (event: AnalyticsEvent) => void): () => void {
  return analyticsEvents.on(listener);
}
