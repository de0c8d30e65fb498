import type { StoreEvent } from './events.ts';

/** A key was made, revoked or deleted: what is known of it is to be read anew. */
export function keyChangedEvent(id: string): StoreEvent {
  return { type: 'keyChanged', id };
}

/** Id of the key that an event is about; null: another event. */
export function changedKeyOf(event: StoreEvent): string | null {
  return event.type === 'keyChanged' && typeof event['id'] === 'string' ? event['id'] : null;
}
