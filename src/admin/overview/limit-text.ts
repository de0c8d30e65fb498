import { m } from '#/language/paraglide/messages.js';
import type { Overview } from '#/model/admin.ts';

/** What a limit of the server is about. */
export const HIT_LIMIT_TEXT: Record<Overview['limitsHit'][number], () => string> = {
  transfers: m.admin_limit_transfers,
  transfersPerPlatform: m.admin_limit_transfers_per_platform,
  memory: m.admin_limit_memory,
  workers: m.admin_limit_workers,
  disk: m.admin_limit_disk,
};
