import type { IdentityClient, IdentityEvent } from './identity-client.ts';

/**
 * The client, which tells its first listener also of a return from a provider that had failed before. That is found out while accounts
 * are set up, when there is no form yet to tell it above.
 */
export function withProviderReturn(client: IdentityClient): IdentityClient {
  const listeners = new Set<(event: IdentityEvent) => void>();
  let missed: IdentityEvent | null = null;
  client.onEvent((event) => {
    if (event.type === 'federationFailed' && listeners.size === 0) missed = event;
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
