import { afterEach, expect, test, vi } from 'vitest';
import { MFA_TYPES } from '#/model/account.ts';
import { configWith } from './fixtures/account-config.ts';
import { POOL } from '#/model/fixtures/identity-pool.ts';
import { configureIdentity } from './identity.ts';

const prefix = `CognitoIdentityServiceProvider.${POOL.userPoolClientId}`;

afterEach(() => vi.useRealTimers());

test('a provider is asked with a state of 32 characters and a verifier of 128, and has ten seconds to show itself', async () => {
  const pool = { ...POOL, oauthDomain: 'auth.example.com', isOauthInsecure: true };
  const settings = {
    config: configWith({ socialProviders: ['google'] }),
    pool,
    codes: 'sent',
    mfaTypes: MFA_TYPES,
  } as const;
  const { client, settled } = configureIdentity(settings, `${location.origin}/account`);
  await settled;
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const answered = vi.fn();
  // This browser, which is none, says that it cannot leave a page.
  void client.signInWithProvider({ provider: 'google' }).then(answered);
  await expect.poll(() => vi.getTimerCount()).toBe(1);
  expect(localStorage.getItem(`${prefix}.oauthState`)).toMatch(/^\w{32}$/);
  expect(localStorage.getItem(`${prefix}.oauthPKCE`)).toMatch(/^\w{128}$/);
  await vi.advanceTimersByTimeAsync(9_000);
  expect(answered).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(answered).toHaveBeenCalledWith({ ok: false, error: { code: 'RedirectTimeout' } });
});
