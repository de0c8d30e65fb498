import * as v from 'valibot';
import type { StoreEvent } from './events.ts';

/** What all servers are to know of somebody's signing in and out. */
export type SessionEvent =
  /** A visitor's cookie stands for nobody any more. */
  | { type: 'sessionEnded'; visitorId: string }
  /** What is known of a user, whether the account is there and which sessions of it, is to be asked anew. */
  | { type: 'accountChanged'; userId: string }
  /** What was one owner's is another's now: a guest's that of a user, whose browser has another cookie from now on. */
  | { type: 'adopted'; from: string; to: string; visitorId: string };

const Read = v.variant('type', [
  v.object({ type: v.literal('sessionEnded'), visitorId: v.string() }),
  v.object({ type: v.literal('accountChanged'), userId: v.string() }),
  v.object({ type: v.literal('adopted'), from: v.string(), to: v.string(), visitorId: v.string() }),
]);

/** null: an event of another kind. */
export function readSessionEvent(event: StoreEvent): SessionEvent | null {
  const read = v.safeParse(Read, event);
  return read.success ? read.output : null;
}
