import * as v from 'valibot';
import type { StoreEvent } from './events.ts';

/** What operators change and all servers and workers keep in memory. */
export const CONTROLS = ['rules', 'switches', 'engine'] as const;
export type Control = (typeof CONTROLS)[number];

const Changed = v.object({ type: v.literal('controls'), what: v.picklist(CONTROLS) });

/** What was changed is to be read anew. */
export function controlsEvent(what: Control): StoreEvent {
  return { type: 'controls', what };
}

/** null: an event of another kind. */
export function readControlsEvent(event: StoreEvent): Control | null {
  const read = v.safeParse(Changed, event);
  return read.success ? read.output.what : null;
}
