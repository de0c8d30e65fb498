import { signInWithRedirect } from 'aws-amplify/auth';
import 'aws-amplify/auth/enable-oauth-listener';
import type { IdentityPool, SocialProvider } from '#/model/account.ts';
import { navigateTo } from '#/site/pages/navigate.ts';
import { sleep } from '#/site/browser/timeouts.ts';
import type { Answer } from '../identity-client.ts';
import { answer } from './answer.ts';
import { plain } from './plain-http.ts';
import { PROVIDER_NAMES } from './provider-names.ts';

/** How long a page waits to be left for the provider's (docs/specification.md 9.4). */
const REDIRECT_WAIT_MS = 10_000;

/** Goes to a provider's page. The answer is only heard when that did not come about. */
export async function leaveForProvider(
  provider: SocialProvider,
  { isOauthInsecure }: IdentityPool,
): Promise<Answer<null>> {
  const authSessionOpener = async (address: string) =>
    navigateTo(isOauthInsecure ? plain(address) : address, { external: true });
  const left = await answer(() =>
    signInWithRedirect({ provider: PROVIDER_NAMES[provider], options: { authSessionOpener } }),
  );
  if (!left.ok) return left;
  await sleep(REDIRECT_WAIT_MS);
  return { ok: false, error: { code: 'RedirectTimeout' } };
}
