import { createEmitter } from '#/model/emitter.ts';
import type { FormatKind, Media } from '#/model/media/media.ts';
import type { Platform } from '#/model/platform.ts';

/**
 * Something that happened on a page and may be counted, where the visitor has allowed it (src/analytics). Only words of ours are in it:
 * never a link, a title or whoever made the post.
 */
export type Happening =
  | { event: 'link_read'; platform: Platform; kind: Media['kind'] }
  | { event: 'download_started' | 'download_done'; platform: Platform; kind: FileKind };

/** What a file is; several in one are an archive. */
export type FileKind = FormatKind | 'archive';

const happenings = createEmitter<Happening>();

/** Tells whoever listens; without anybody it is forgotten. */
export function tellHappening(happening: Happening): void {
  happenings.emit(happening);
}

/** Calls for everything that happens from now on. Returns how to stop. */
export function onHappening(listener: (happening: Happening) => void): () => void {
  return happenings.on(listener);
}
