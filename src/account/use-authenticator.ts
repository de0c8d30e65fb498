import { useState, useSyncExternalStore } from 'react';
import type { AccountConfig } from '#/model/account.ts';
import { createAuthenticator } from './flow/authenticator.ts';
import type { FlowEvent } from './flow/event.ts';
import type { FlowState } from './flow/state.ts';
import type { IdentityClient } from './identity-client.ts';

export type Send = (event: FlowEvent) => void;

/** One authenticator for as long as the component is there: its state for the screens, and how to tell it something. */
export function useAuthenticator(
  client: IdentityClient,
  config: AccountConfig,
  forget: () => void,
): { state: FlowState; send: Send } {
  const [{ subscribe, current, send }] = useState(() => createAuthenticator({ client, config, forget }));
  return { state: useSyncExternalStore(subscribe, current), send };
}
