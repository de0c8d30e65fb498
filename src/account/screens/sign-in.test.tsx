import { screen } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { createFakeClient, refuses, works } from '../fixtures/fake-client.ts';
import { showAuthenticator } from '../fixtures/show-authenticator.tsx';
import { DONE, field, signIn, signedIn, startAfresh } from '../fixtures/visitor.ts';
import type { Answer, SignInStep } from '../identity-client.ts';
import { speakInAuthenticator } from '../texts/catalogue.ts';

beforeEach(startAfresh);

describe('signing in', () => {
  test('name and password lead in; the password goes as it was typed', async () => {
    const { client, calls } = createFakeClient({ ...signedIn, signIn: async () => works(DONE) });
    await signIn(showAuthenticator(client));
    await screen.findByText('Welcome, Ada');
    expect(calls).toContainEqual([
      'signIn',
      expect.objectContaining({ username: 'ada@example.com', password: ' Secret12 ' }),
    ]);
  });

  test('the first field of a screen has the focus', async () => {
    const { user } = showAuthenticator(createFakeClient({}).client);
    await screen.findByText('Sign in to your account');
    expect(field('username')).toHaveProperty('ownerDocument.activeElement', field('username'));
    await user.click(screen.getByText('Forgot your password?'));
    await screen.findByText('Reset your password');
    expect(document.activeElement).toBe(field('username'));
  });

  test('while it is pending, the button waits and nothing is sent twice', async () => {
    const { promise, resolve } = Promise.withResolvers<Answer<SignInStep>>();
    const { client, calls } = createFakeClient({ ...signedIn, signIn: () => promise });
    const shown = showAuthenticator(client);
    await signIn(shown);
    const button = await screen.findByRole('button', { name: 'Signing in…' });
    expect(button).toHaveProperty('disabled', true);
    await shown.user.type(field('password'), '{Enter}');
    resolve(works(DONE));
    await screen.findByText('Welcome, Ada');
    expect(calls.filter(([name]) => name === 'signIn')).toHaveLength(1);
  });

  test('what the service refuses is told in an alert, which can be dismissed', async () => {
    const shown = showAuthenticator(createFakeClient({ signIn: async () => refuses('NotAuthorizedException') }).client);
    await signIn(shown);
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain('Incorrect username or password');
    expect(field('username').value).toBe('ada@example.com');
    await shown.user.click(screen.getByRole('button', { name: 'Dismiss' }));
    expect(screen.queryByRole('alert')).toBeNull();
  });

  test('a service out of reach is a Network Error', async () => {
    await signIn(showAuthenticator(createFakeClient({ signIn: async () => refuses('NetworkError') }).client));
    expect((await screen.findByRole('alert')).textContent).toContain('Network Error');
  });

  test.each([
    ['Google', 'google'],
    ['Apple', 'apple'],
  ] as const)('by %s leaves the page, and comes back from a failure', async (name, provider) => {
    const { promise, resolve } = Promise.withResolvers<Answer<null>>();
    const { client, calls } = createFakeClient({ signInWithProvider: () => promise });
    const { user } = showAuthenticator(client, { socialProviders: [provider] });
    await user.click(await screen.findByRole('button', { name: `Sign In with ${name}` }));
    await screen.findByText(`Signing in with ${name}`);
    resolve(refuses('RedirectTimeout'));
    expect((await screen.findByRole('alert')).textContent).toContain('didn’t respond in time');
    expect(calls).toContainEqual(['signInWithProvider', expect.objectContaining({ provider })]);
  });
});

test('Hebrew is spoken where it is chosen', async () => {
  await speakInAuthenticator('he');
  showAuthenticator(createFakeClient({}).client);
  expect((await screen.findAllByRole('tab')).map(({ textContent }) => textContent)).not.toContain('Sign In');
});
