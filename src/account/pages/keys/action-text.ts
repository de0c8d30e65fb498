import { m } from '#/language/paraglide/messages.js';
import type { ApiAction } from '#/model/api-key.ts';

export const API_ACTION_TEXT: Record<ApiAction, () => string> = {
  resolve: m.account_keys_action_resolve,
  download: m.account_keys_action_download,
  read: m.account_keys_action_read,
};
