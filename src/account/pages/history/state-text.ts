import { m } from '#/language/paraglide/messages.js';
import type { DownloadState } from '#/model/download.ts';

/** What the history calls where a download is. */
export const DOWNLOAD_STATE_TEXT: Record<DownloadState, () => string> = {
  done: m.download_state_done,
  ready: m.download_state_ready,
  transferring: m.account_state_transferring,
  paused: m.download_state_paused,
  queued: m.download_state_queued,
  preparing: m.download_state_preparing,
  failed: m.download_state_failed,
  cancelled: m.download_state_canceled,
  expired: m.account_state_expired,
};
