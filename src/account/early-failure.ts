import type { IdentityClient, IdentityEvent } from './identity-client.ts';
import { endsSession } from './remote-error.ts';

/**
 * The client, which tells its first listener also what had failed before: a return from a provider, found out while accounts are set up,
 * or a session whose tokens were refused where no page shows it. There is no form yet to tell it above.
 */
export function withEarlyFailure(client: IdentityClient): IdentityClient {
  const listeners = new Set<(event: IdentityEvent) => void>();
  let missed: IdentityEvent | null = null;
  client.onEvent((event) => {
    if (event.type === 'signedIn') missed = null;
    if (isWorthTelling(event) && listeners.size === 0) missed = event;
    for (const listener of listeners) listener(event);
  });
  return {
    ...client,
    onEvent: (listener) => {
      listeners.add(listener);
      if (missed) listener(missed);
      missed = null;
      return () => void listeners.delete(listener);
    },
  };
}

function isWorthTelling(event: IdentityEvent): boolean {
  return event.type === 'federationFailed' || (event.type === 'refreshFailed' && endsSession(event.error));
}
