import type { Telemetry } from '#/server/observability/telemetry.ts';
import type { Limits } from './limits.ts';

/** The same limits, with each refusal told. */
export function tellLimits(limits: Limits, { limitHit }: Pick<Telemetry, 'limitHit'>): Limits {
  return {
    ...limits,
    refusal(what, caller) {
      const refused = limits.refusal(what, caller);
      if (refused) limitHit(what, refused.result.failure.code);
      return refused;
    },
    async take(what, caller) {
      const taken = await limits.take(what, caller);
      if (!taken.result.ok) limitHit(what, taken.result.failure.code);
      return taken;
    },
    transfers: {
      ...limits.transfers,
      async enter(transfer) {
        const entered = await limits.transfers.enter(transfer);
        if (!entered.ok) limitHit('transfers', entered.failure.code);
        return entered;
      },
      hold(transfer) {
        const held = limits.transfers.hold(transfer);
        if (!held.ok) limitHit('transfers', held.failure.code);
        return held;
      },
    },
  };
}
