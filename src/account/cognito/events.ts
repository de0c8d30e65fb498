import { Hub } from 'aws-amplify/utils';
import type { IdentityEvent } from '../identity-client.ts';
import { toRemoteError } from '../remote-error.ts';

type AuthPayload = { event: string; data?: { error?: unknown } };

/** Tells what happens to the session in this tab and, by the browser's storage, in others. Returns how to stop. */
export function onIdentityEvent(listener: (event: IdentityEvent) => void): () => void {
  return Hub.listen('auth', ({ payload }) => {
    const event = toEvent(payload as AuthPayload);
    if (event?.type === 'federationFailed') cleanAddress();
    if (event) listener(event);
  });
}

function toEvent({ event, data }: AuthPayload): IdentityEvent | null {
  switch (event) {
    case 'signedIn':
      return { type: 'signedIn' };
    case 'signedOut':
      return { type: 'signedOut' };
    case 'tokenRefresh':
      return { type: 'tokenRefreshed' };
    case 'tokenRefresh_failure':
      return { type: 'refreshFailed', error: toRemoteError(data?.error) };
    case 'signInWithRedirect_failure':
      return { type: 'federationFailed', error: toRemoteError(data?.error) };
    default:
      return null;
  }
}

/** Amplify removes what a provider added to the address after a success only: a reload would tell of the failure again. */
function cleanAddress(): void {
  const url = new URL(location.href);
  if (!url.searchParams.has('state')) return;
  for (const name of ['code', 'state', 'error', 'error_description']) url.searchParams.delete(name);
  history.replaceState(history.state, '', url);
}
