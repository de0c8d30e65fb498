import type { FormatKind, Media } from '#/model/media.ts';
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

const listeners = new Set<(happening: Happening) => void>();

/** Tells whoever listens; without anybody it is forgotten. */
export function tellHappening(happening: Happening): void {
  for (const listener of listeners) listener(happening);
}

/** Calls for everything that happens from now on. Returns how to stop. */
export function onHappening(listener: (happening: Happening) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
