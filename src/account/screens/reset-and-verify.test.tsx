import { screen } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { createFakeClient, works } from '../fixtures/fake-client.ts';
import { DELIVERY, EMAIL } from '../fixtures/flow.ts';
import { showAuthenticator } from '../fixtures/show-authenticator.tsx';
import { DONE, enterCode, field, signIn, startAfresh } from '../fixtures/visitor.ts';

beforeEach(startAfresh);

describe('forgotten passwords and contacts', () => {
  test('a code sets a new password', async () => {
    const { client, calls } = createFakeClient({
      resetPassword: async () => works(DELIVERY),
      confirmResetPassword: async () => works(null),
    });
    const shown = showAuthenticator(client);
    await shown.user.click(await screen.findByText('Forgot your password?'));
    await screen.findByText('Reset your password');
    await shown.user.type(field('username'), 'ada@example.com');
    await shown.user.click(screen.getByRole('button', { name: 'Send code' }));
    await screen.findByText(/a\*\*\*@e\*\*\*/);
    await shown.user.type(field('confirmation_code'), '123456');
    await shown.user.type(field('password'), 'Secret123');
    await shown.user.type(field('confirm_password'), 'Secret123');
    await shown.user.click(screen.getByRole('button', { name: 'Submit' }));
    await screen.findByText('Sign in to your account');
    expect(calls.at(-1)).toEqual([
      'confirmResetPassword',
      expect.objectContaining({ username: 'ada@example.com', code: '123456', password: 'Secret123' }),
    ]);
  });

  const unverified = { findContacts: async () => works({ verified: [], unverified: [EMAIL] }) };

  test('who has no verified contact may verify one', async () => {
    const { client } = createFakeClient({
      ...unverified,
      signIn: async () => works(DONE),
      sendVerificationCode: async () => works(DELIVERY),
      verifyContact: async () => works(null),
    });
    const shown = showAuthenticator(client);
    await signIn(shown);
    await screen.findByText('Verify a recovery option');
    await shown.user.click(screen.getByRole('button', { name: 'Verify' }));
    await enterCode(shown);
    await screen.findByText('Welcome, Ada');
  });

  test('or skip it', async () => {
    const shown = showAuthenticator(createFakeClient({ ...unverified, signIn: async () => works(DONE) }).client);
    await signIn(shown);
    await shown.user.click(await screen.findByText('Skip'));
    await screen.findByText('Welcome, Ada');
  });
});
