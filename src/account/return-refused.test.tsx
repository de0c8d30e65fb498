import { expect, test } from 'vitest';
import { MFA_TYPES } from '#/model/account.ts';
import { configWith } from './fixtures/account-config.ts';
import type { SentenceOf } from './fixtures/sentences.ts';
import { POOL } from '#/model/fixtures/identity-pool.ts';
import { configureIdentity } from './identity.ts';
import type { IdentityEvent } from './identity-client.ts';
import { remoteErrorText } from './texts/remote-error-text.ts';

const STATE_MISMATCH: SentenceOf<'return'> = 'Invalid state in OAuth flow';

test('an answer of a provider to what this browser never asked is refused, and leaves the address', async () => {
  const returnUrl = `${location.origin}/account`;
  const prefix = `CognitoIdentityServiceProvider.${POOL.userPoolClientId}`;
  localStorage.setItem(`${prefix}.inflightOAuth`, 'true');
  localStorage.setItem(`${prefix}.oauthState`, 'asked');
  history.replaceState(null, '', '/account?code=given&state=another');
  const events: IdentityEvent[] = [];
  const { client, settled } = configureIdentity(
    {
      config: configWith({ socialProviders: ['google'] }),
      pool: { ...POOL, oauthDomain: 'auth.example.com' },
      codes: 'sent',
      mfaTypes: MFA_TYPES,
    },
    returnUrl,
  );
  client.onEvent((event) => void events.push(event));
  await settled;
  const told = events.map((event) =>
    event.type === 'federationFailed' ? remoteErrorText(event.error.code) : event.type,
  );
  expect(told).toEqual([STATE_MISMATCH]);
  expect(location.search).toBe('');
});
