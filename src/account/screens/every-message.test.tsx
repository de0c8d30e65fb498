import { screen } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { createFakeClient, refuses } from '../fixtures/fake-client.ts';
import { showAuthenticator } from '../fixtures/show-authenticator.tsx';
import { field, startAfresh } from '../fixtures/visitor.ts';
import { REMOTE_ERROR_CODES, type RemoteErrorCode } from '../remote-error.ts';
import { remoteErrorText } from '../texts/remote-error-text.ts';

beforeEach(startAfresh);

test('whatever the service refuses with is told above the button in its own words, and can be dismissed', async () => {
  let code: RemoteErrorCode = 'Unknown';
  const { client } = createFakeClient({ resetPassword: async () => refuses(code) });
  const { user } = showAuthenticator(client, { initialState: 'resetPassword' });
  await screen.findByText('Reset your password');
  await user.type(field('username'), 'ada@example.com');
  // Who is signed in already is shown that, and no form.
  for (code of REMOTE_ERROR_CODES.filter((known) => known !== 'AlreadySignedIn')) {
    await user.click(screen.getByRole('button', { name: 'Send code' }));
    const alert = await screen.findByRole('alert');
    expect(alert.textContent, code).toBe(remoteErrorText(code));
    expect(alert.nextElementSibling, code).toHaveProperty('type', 'submit');
    await user.click(screen.getByRole('button', { name: 'Dismiss' }));
    expect(screen.queryByRole('alert'), code).toBeNull();
  }
});
