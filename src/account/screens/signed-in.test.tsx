import { screen } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { createFakeClient, refuses, works } from '../fixtures/fake-client.ts';
import { USER } from '../fixtures/flow.ts';
import { showAuthenticator } from '../fixtures/show-authenticator.tsx';
import { startAfresh } from '../fixtures/visitor.ts';
import { publishSession } from '../session/session.ts';

beforeEach(startAfresh);

describe('the session', () => {
  test('who is signed in already sees the application, until they sign out', async () => {
    let current: typeof USER | null = USER;
    const { client } = createFakeClient({
      currentUser: async () => works(current),
      signOut: async () => refuses('SignOutTimeout'),
    });
    const { send } = showAuthenticator(client);
    await screen.findByText('Welcome, Ada');
    current = null;
    send({ type: 'signOut', isGlobal: true });
    await screen.findByText('Sign in to your account');
    expect(screen.getByRole('alert').textContent).toBe('Signout timeout fail');
  });

  test('a refreshed token fetches the user again; one that was revoked signs out', async () => {
    let name = 'Ada';
    const { client, emit } = createFakeClient({
      currentUser: async () => works(name ? { ...USER, name } : null),
      signOut: async () => works(null),
    });
    showAuthenticator(client);
    await screen.findByText('Welcome, Ada');
    name = 'Lady Ada';
    emit({ type: 'tokenRefreshed' });
    await screen.findByText('Welcome, Lady Ada');
    name = '';
    emit({ type: 'refreshFailed', error: { code: 'SessionRevoked' } });
    await screen.findByText('Sign in to your account');
  });

  test('signing in and out in another tab is seen here', async () => {
    let current: typeof USER | null = null;
    showAuthenticator(createFakeClient({ currentUser: async () => works(current) }).client);
    await screen.findByText('Sign in to your account');
    publishSession(USER);
    await screen.findByText('Welcome, Ada');
    current = null;
    publishSession(null);
    await screen.findByText('Sign in to your account');
  });

  test('accounts that are set up wrongly say so, and can be tried again', async () => {
    let isWrong = true;
    const { client } = createFakeClient({
      currentUser: async () => (isWrong ? refuses('ConfigurationError') : works(null)),
    });
    const { user } = showAuthenticator(client);
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toBe('Configuration error (see console) – please contact the administrator');
    isWrong = false;
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await screen.findByText('Sign in to your account');
  });
});
