import { createSegmentCollector } from './hls-segments.ts';
import { playlistLines } from './hls-tags.ts';
import type { Rendition } from './playlist.ts';

/**
 * The segments of an HLS media playlist (RFC 8216 §4.3.2 and §4.3.3); `url` is where its text came from.
 *
 * Throws TransferError: drm for a key that is not AES-128 of the format `identity`; live_now without an EXT-X-ENDLIST;
 * no_direct_format for segments that do not share one initialization, and for variables; media_damaged for all else that is not a
 * media playlist, has more than MAX_SEGMENTS segments, or addresses that are not http.
 */
export function readMediaPlaylist(text: string, url: string): Rendition {
  const collector = createSegmentCollector(url);
  for (const { tag, value } of playlistLines(text)) {
    if (tag === null) collector.takeAddress(value);
    else collector.takeTag(tag, value);
  }
  return collector.finish();
}
