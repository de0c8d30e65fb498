import { m } from '#/language/paraglide/messages.js';
import type { PlatformAvailability } from '#/model/status.ts';

/** How a time is told in which a platform did so. */
export const AVAILABILITY_TEXT: Record<PlatformAvailability, () => string> = {
  unknown: m.status_state_unknown,
  working: m.status_state_working,
  degraded: m.status_state_degraded,
  unavailable: m.status_state_unavailable,
};
