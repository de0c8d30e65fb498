import { m } from '#/language/paraglide/messages.js';
import type { PlatformAvailability, PlatformStatus } from '#/model/status.ts';

/** What the page says of a platform or a time. `unjudged`: nothing went wrong, but of too few links to say that it works. */
type ShownState = PlatformAvailability | 'unjudged';

/** How each is told. */
export const STATE_TEXT: Record<ShownState, () => string> = {
  unknown: m.status_state_unknown,
  unjudged: m.status_rate_none,
  working: m.status_state_working,
  degraded: m.status_state_degraded,
  unavailable: m.status_state_unavailable,
};

/** That something works is said where there is a rate to show for it: bars, lamps and texts have one threshold. */
export function shownState({
  state,
  successRate,
}: {
  state: PlatformAvailability;
  successRate: number | null;
}): ShownState {
  return state === 'working' && successRate === null ? 'unjudged' : state;
}

/** How a platform does now, by its last 24 hours. */
export function shownNow({ state, successRate }: Pick<PlatformStatus, 'state' | 'successRate'>): ShownState {
  return shownState({ state, successRate: successRate.hours });
}
