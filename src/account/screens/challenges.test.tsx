import { screen } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { createFakeClient, works } from '../fixtures/fake-client.ts';
import { DELIVERY } from '../fixtures/flow.ts';
import { showAuthenticator } from '../fixtures/show-authenticator.tsx';
import { DONE, enterCode, field, signIn, signedIn, startAfresh } from '../fixtures/visitor.ts';
import type { SignInStep } from '../identity-client.ts';

const asks = (step: SignInStep) => ({
  ...signedIn,
  signIn: async () => works(step),
  confirmSignIn: async () => works(DONE),
});

beforeEach(startAfresh);

describe('challenges', () => {
  test.each([
    ['SMS_MFA', 'Enter the code from the text message'],
    ['SOFTWARE_TOKEN_MFA', 'Enter the code from your app'],
    ['EMAIL_OTP', 'Enter the code from the email'],
  ] as const)('%s asks for a code', async (challenge, title) => {
    const { client, calls } = createFakeClient(asks({ kind: 'code', challenge, delivery: DELIVERY }));
    const shown = showAuthenticator(client);
    await signIn(shown);
    await screen.findByText(title);
    await enterCode(shown);
    await screen.findByText('Welcome, Ada');
    expect(calls).toContainEqual(['confirmSignIn', expect.objectContaining({ answer: '123456' })]);
  });

  test.each([
    ['selectMfaType', 'How do you want to confirm it’s you?'],
    ['selectMfaSetup', 'Set up two-step verification'],
  ] as const)('%s offers what is allowed', async (kind, title) => {
    const { client, calls } = createFakeClient(asks({ kind, allowed: ['SMS', 'TOTP'] }));
    const shown = showAuthenticator(client);
    await signIn(shown);
    await screen.findByRole('heading', { name: title });
    expect(screen.queryByLabelText('Email')).toBeNull();
    await shown.user.click(screen.getByLabelText('Authenticator app (TOTP)'));
    await shown.user.click(screen.getByRole('button', { name: 'Continue' }));
    await screen.findByText('Welcome, Ada');
    expect(calls).toContainEqual(['confirmSignIn', expect.objectContaining({ answer: 'TOTP' })]);
  });

  test('a custom challenge takes any answer', async () => {
    const { client, calls } = createFakeClient(
      asks({ kind: 'customChallenge', parameters: { destination: 'a***@e***' } }),
    );
    const shown = showAuthenticator(client);
    await signIn(shown);
    await screen.findByText(/a\*\*\*@e\*\*\*/);
    await shown.user.type(field('challenge_response'), 'blue');
    await shown.user.click(screen.getByRole('button', { name: 'Confirm' }));
    await screen.findByText('Welcome, Ada');
    expect(calls).toContainEqual(['confirmSignIn', expect.objectContaining({ answer: 'blue' })]);
  });

  test('a new password is asked for with what is missing', async () => {
    const { client, calls } = createFakeClient(asks({ kind: 'newPassword', missingAttributes: ['nickname'] }));
    const shown = showAuthenticator(client);
    await signIn(shown);
    await screen.findByRole('heading', { name: 'Change password' });
    await shown.user.type(field('password'), 'Secret123');
    await shown.user.type(field('confirm_password'), 'Secret123');
    await shown.user.type(field('nickname'), ' Ada ');
    await shown.user.click(screen.getByRole('button', { name: 'Change password' }));
    await screen.findByText('Welcome, Ada');
    expect(calls).toContainEqual([
      'confirmSignIn',
      expect.objectContaining({ answer: 'Secret123', attributes: { nickname: 'Ada' } }),
    ]);
  });

  test('an authenticator app is set up by a QR code or its key', async () => {
    const shown = showAuthenticator(createFakeClient(asks({ kind: 'setupTotp', secret: 'JBSWY3DPEHPK3PXP' })).client);
    await signIn(shown);
    await screen.findByText('JBSWY3DPEHPK3PXP');
    expect(await screen.findByRole('img', { name: 'QR code for your authenticator app' })).toHaveProperty(
      'tagName',
      'svg',
    );
    await shown.user.click(screen.getByRole('button', { name: 'COPY' }));
    await screen.findByRole('button', { name: 'COPIED' });
    expect(await navigator.clipboard.readText()).toBe('JBSWY3DPEHPK3PXP');
    await enterCode(shown);
    await screen.findByText('Welcome, Ada');
  });

  test('codes by e-mail are set up by an address', async () => {
    const { client, calls } = createFakeClient(asks({ kind: 'setupEmail' }));
    const shown = showAuthenticator(client);
    await signIn(shown);
    await screen.findByText('Set up codes by email');
    await shown.user.type(field('email'), 'ada@example.com');
    await shown.user.click(screen.getByRole('button', { name: 'Continue' }));
    await screen.findByText('Welcome, Ada');
    expect(calls).toContainEqual(['confirmSignIn', expect.objectContaining({ answer: 'ada@example.com' })]);
  });

  test('a challenge that nobody knows says so', async () => {
    await signIn(showAuthenticator(createFakeClient(asks({ kind: 'unexpected', challenge: 'WEB_AUTHN' })).client));
    expect((await screen.findByRole('alert')).textContent).toContain(
      'Unexpected challengeName encountered in ConfirmSignIn',
    );
  });

  test('a reload in the middle shows the same challenge again', async () => {
    const script = asks({ kind: 'code', challenge: 'SMS_MFA', delivery: DELIVERY });
    const before = showAuthenticator(createFakeClient(script).client);
    await signIn(before);
    await screen.findByText('Enter the code from the text message');
    before.unmount();
    expect(JSON.stringify({ ...sessionStorage })).not.toContain('Secret12');
    const after = showAuthenticator(createFakeClient(script).client);
    await enterCode(after);
    await screen.findByText('Welcome, Ada');
    expect(sessionStorage).toHaveLength(0);
  });
});
