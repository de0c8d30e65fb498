import { m } from '#/language/paraglide/messages.js';
import type { Clearing } from '../queue/queue.ts';

/** What the button that clears the queue takes out of it. */
export const CLEAR_LABEL: Record<Clearing, () => string> = {
  finished: m.download_clear_finished,
  failed: m.download_remove_failed,
};
