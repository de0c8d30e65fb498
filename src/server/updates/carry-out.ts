import type { ExtractorUpdates } from './updates.ts';
import type { VersionOrder } from './orders.ts';

/** Does what an operator wants, and gives what came of it. */
export function carryOut(
  updates: Pick<ExtractorUpdates, 'update' | 'goBack' | 'known'>,
  order: VersionOrder,
): Promise<unknown> {
  if (order.what === 'update') return updates.update(order.version ?? undefined);
  return order.what === 'rollback' ? updates.goBack('an operator went back') : updates.known();
}
