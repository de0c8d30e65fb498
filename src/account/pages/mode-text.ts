import { m } from '#/language/paraglide/messages.js';
import type { QueueEntry } from '#/model/account.ts';

/** What is to be taken of a link, as forms call it. */
export const MODE_TEXT: Record<QueueEntry['mode'], () => string> = {
  video: m.download_mode_video,
  audio: m.download_mode_audio,
  muted: m.download_mode_muted,
  subtitles: m.download_mode_subtitles,
  images: m.download_mode_images,
};
