import { createEmitter } from '#/model/emitter.ts';
import type { IdentityClient, IdentityEvent } from './identity-client.ts';
import { endsSession } from './remote-error.ts';

/**
 * The client, which tells its first listener also what had failed before: a return from a provider, found out while accounts are set up,
 * or a session whose tokens were refused where no page shows it. There is no form yet to tell it above.
 */
export function withEarlyFailure(client: IdentityClient): IdentityClient {
  const events = createEmitter<IdentityEvent>();
  let missed: IdentityEvent | null = null;
  client.onEvent((event) => {
    if (event.type === 'signedIn') missed = null;
    if (isWorthTelling(event) && events.count() === 0) missed = event;
    events.emit(event);
  });
  return {
    ...client,
    onEvent: (listener) => {
      const end = events.on(listener);
      if (missed) listener(missed);
      missed = null;
      return end;
    },
  };
}

function isWorthTelling(event: IdentityEvent): boolean {
  return event.type === 'federationFailed' || (event.type === 'refreshFailed' && endsSession(event.error));
}
