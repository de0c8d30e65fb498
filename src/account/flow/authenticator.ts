import { createEmitter } from '#/model/emitter.ts';
import type { IdentityClient } from '../identity-client.ts';
import { currentSession, watchSession } from '../session/session.ts';
import type { Command } from './command.ts';
import type { FlowEvent } from './event.ts';
import { begin, type FlowConfig } from './lifecycle.ts';
import { perform } from './perform.ts';
import { keepScreen } from './restore.ts';
import type { FlowState } from './state.ts';
import { transition } from './transition.ts';

type Ports = {
  client: IdentityClient;
  config: FlowConfig;
  /** Drops all that was cached for a user, after each sign-out. */
  forget: () => void;
};

type Authenticator = {
  current: () => FlowState;
  send: (event: FlowEvent) => void;
  /** Starts with its first listener. Returns how to stop listening. */
  subscribe: (listener: () => void) => () => void;
};

/** The flow, running: its commands are carried out, and what happens to the session elsewhere is told to it. */
export function createAuthenticator({ client, config, forget }: Ports): Authenticator {
  let { state, command: start } = begin();
  const changes = createEmitter();
  let unlisten = () => {};

  function send(event: FlowEvent): void {
    const { state: next, command } = transition(state, event, config);
    state = next;
    // Until then, what was kept is still to be read.
    if (state.name !== 'configuring') keepScreen(state);
    changes.emit();
    if (command) void carryOut(command);
  }

  async function carryOut({ sequence, ...order }: Command): Promise<void> {
    send({ ...(await perform(order, { client, forget })), sequence });
  }

  return {
    current: () => state,
    send,
    subscribe: (listener) => {
      if (changes.count() === 0) unlisten = listen(client, send);
      const end = changes.on(listener);
      if (start) void carryOut(start);
      start = null;
      return () => {
        end();
        if (changes.count() === 0) unlisten();
      };
    },
  };
}

/** Hears of other tabs, refreshed tokens and providers. Returns how to stop. */
function listen(client: IdentityClient, send: (event: FlowEvent) => void): () => void {
  const unwatch = watchSession(() => {
    const session = currentSession();
    if (session.status === 'authenticated') send({ type: 'signedIn', user: session.user });
    if (session.status === 'unauthenticated') send({ type: 'signedOut' });
  });
  const unlisten = client.onEvent((event) => {
    if (event.type !== 'signedIn' && event.type !== 'signedOut') send(event);
  });
  return () => {
    unwatch();
    unlisten();
  };
}
