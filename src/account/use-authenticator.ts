import { useState, useSyncExternalStore } from 'react';
import type { AccountConfig } from '#/model/account.ts';
import { createEmitter } from '#/model/emitter.ts';
import type { IssuedCommand, AuthCommand } from './flow/command.ts';
import type { FlowEvent, CommandOutcome } from './flow/event.ts';
import { begin, type FlowConfig } from './flow/lifecycle.ts';
import { keepScreen, restoreScreen } from './flow/restore.ts';
import type { FlowState } from './flow/state.ts';
import { transition } from './flow/transition.ts';
import type { Answer, IdentityClient } from './identity-client.ts';
import { currentSession, watchSession } from './session/session.ts';

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
function createAuthenticator({ client, config, forget }: Ports): Authenticator {
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

  async function carryOut({ sequence, ...command }: IssuedCommand): Promise<void> {
    send({ ...(await perform(command, { client, forget })), sequence });
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

/** Carries out what the flow wants done, and tells what came of it. */
async function perform(command: AuthCommand, { client, forget }: Omit<Ports, 'config'>): Promise<CommandOutcome> {
  switch (command.type) {
    case 'start':
      return told(await client.currentUser(), (user) => ({ type: 'started', user, restored: restoreScreen() }));
    case 'signIn':
      return told(await client.signIn(command), (step) => ({ type: 'signInStep', step }));
    case 'confirmSignIn':
      return told(await client.confirmSignIn(command), (step) => ({ type: 'signInStep', step }));
    case 'autoSignIn':
      return told(await client.autoSignIn(), (step) => ({ type: 'signInStep', step }));
    case 'signUp':
      return told(await client.signUp(command), (step) => ({ type: 'signUpStep', step }));
    case 'resendSignUpCode':
      return told(await client.resendSignUpCode(command), (delivery) => ({ type: 'codeSent', delivery }));
    case 'resetPassword':
      return told(await client.resetPassword(command), (delivery) => ({ type: 'codeSent', delivery }));
    case 'sendVerificationCode':
      return told(await client.sendVerificationCode(command), (delivery) => ({ type: 'codeSent', delivery }));
    case 'confirmSignUp':
      return told(await client.confirmSignUp(command), () => ({ type: 'confirmed' }));
    case 'confirmResetPassword':
      return told(await client.confirmResetPassword(command), () => ({ type: 'confirmed' }));
    case 'verifyContact':
      return told(await client.verifyContact(command), () => ({ type: 'confirmed' }));
    case 'findContacts':
      return told(await client.findContacts(), (contacts) => ({ type: 'contactsFound', contacts }));
    case 'signInWithProvider':
      return told(await client.signInWithProvider(command), () => ({ type: 'confirmed' }));
    case 'refetchUser':
      return told(await client.currentUser(), (user) =>
        user ? { type: 'userFound', user } : { type: 'failed', error: { code: 'NoSession' } },
      );
    case 'signOut': {
      const ended = await client.signOut(command);
      forget();
      return told(ended, () => ({ type: 'signedOutHere' }));
    }
  }
}

function told<T>(answer: Answer<T>, tell: (value: T) => CommandOutcome): CommandOutcome {
  return answer.ok ? tell(answer.value) : { type: 'failed', error: answer.error };
}
