import { allowances } from '#app.config';
import { formatTimeLeft } from '#/language/format.ts';
import { m } from '#/language/paraglide/messages.js';
import type { ApiKeyLimits } from '#/model/api-key.ts';

const inWindow = (text: (inputs: { time: string }) => string) => () =>
  text({ time: formatTimeLeft(allowances.windowS) });

/** What each limit of a key counts. */
export const KEY_LIMIT_TEXT: Record<keyof ApiKeyLimits, () => string> = {
  resolutions: inWindow(m.admin_keys_resolutions),
  downloads: inWindow(m.admin_keys_downloads),
  gigabytesPerDay: m.admin_keys_gigabytes,
  transfers: m.admin_keys_transfers,
};
