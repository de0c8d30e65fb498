import { m } from '#/language/paraglide/messages.js';
import type { Mode } from './mode.ts';

/** What each mode of the form is called. */
export const MODE_LABEL: Record<Mode, () => string> = {
  video: m.download_mode_video,
  audio: m.download_mode_audio,
  muted: m.download_mode_muted,
  subtitles: m.download_mode_subtitles,
  images: m.download_mode_images,
};
