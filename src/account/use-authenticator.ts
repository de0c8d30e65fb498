import { useCallback, useEffect, useRef, useState } from 'react';
import type { AccountConfig } from '#/model/account.ts';
import type { Command } from './flow/command.ts';
import type { FlowEvent } from './flow/event.ts';
import { begin } from './flow/lifecycle.ts';
import { perform } from './flow/perform.ts';
import { keepScreen } from './flow/restore.ts';
import type { FlowState } from './flow/state.ts';
import { transition } from './flow/transition.ts';
import type { IdentityClient } from './identity-client.ts';

export type Authenticator = { state: FlowState; send: (event: FlowEvent) => void };

/**
 * The flow, running: its state for the screens, and its commands carried out.
 * @param forget drops all that was cached for a user, after every sign-out
 */
export function useAuthenticator(client: IdentityClient, config: AccountConfig, forget: () => void): Authenticator {
  const [{ state: first, command: start }] = useState(begin);
  const [state, setState] = useState(first);
  const latest = useRef(first);
  const send = useCallback(
    (event: FlowEvent) => {
      const { state, command } = transition(latest.current, event, config);
      latest.current = state;
      setState(state);
      if (event.type !== 'started') keepScreen(state);
      if (command) void carryOut(command);
    },
    [config, client, forget],
  );
  return { state, send };
}
