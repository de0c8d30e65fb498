import * as v from 'valibot';
import { DownloadProgress } from '#/model/download.ts';
import type { StoreEvent } from '#/server/store/events/events.ts';
import type { TransferCommand } from './running-transfer.ts';

/** A command for a transfer that runs on another server. */
type AddressedCommand = { id: string; owner: string | null; command: TransferCommand };

/** As it is sent between servers. */
const CommandEvent = v.object({
  type: v.literal('order'),
  id: DownloadProgress.entries.id,
  owner: v.nullable(v.string()),
  order: v.picklist(['pause', 'resume', 'cancel']),
});

export function commandEvent({ id, owner, command }: AddressedCommand): StoreEvent {
  return { type: 'order', id, owner, order: command };
}

/** null: an event of another kind. */
export function readCommandEvent(event: StoreEvent): AddressedCommand | null {
  const read = v.safeParse(CommandEvent, event);
  if (!read.success) return null;
  const { id, owner, order: command } = read.output;
  return { id, owner, command };
}
