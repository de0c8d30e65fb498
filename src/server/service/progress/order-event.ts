import * as v from 'valibot';
import { DownloadProgress } from '#/model/download.ts';
import type { StoreEvent } from '#/server/store/events/events.ts';
import type { TransferOrder } from './running-transfer.ts';

/** An order for a transfer that runs on another server. */
type Order = { id: string; owner: string | null; order: TransferOrder };

const Ordered = v.object({
  type: v.literal('order'),
  id: DownloadProgress.entries.id,
  owner: v.nullable(v.string()),
  order: v.picklist(['pause', 'resume', 'cancel']),
});

export function orderEvent(order: Order): StoreEvent {
  return { type: 'order', ...order };
}

/** null: an event of another kind. */
export function readOrderEvent(event: StoreEvent): Order | null {
  const read = v.safeParse(Ordered, event);
  return read.success ? read.output : null;
}
