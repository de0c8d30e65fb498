import { signOut } from 'aws-amplify/auth';
import type { IdentityPool } from '#/model/account.ts';
import { navigateTo } from '#/site/pages/navigate.ts';
import { withTimeout, sleep } from '#/site/browser/timeouts.ts';
import type { Answer } from '../identity-client.ts';
import { done } from './answer.ts';

/** How long a sign-out may take, and a page waits to be left after it (docs/specification.md 9.5). */
const SIGN_OUT_WAIT_MS = 3000;

const TIMED_OUT: Answer<null> = { ok: false, error: { code: 'SignOutTimeout', message: 'Signout timeout fail' } };

/** Ends the session. Who came from a provider is led through the identity service's sign-out page, and leaves this one. */
export async function signOutOf(pool: IdentityPool, isGlobal: boolean, returnUrl: string): Promise<Answer<null>> {
  const flags = socialFlags(pool);
  const isRedirected = flags.length > 0;
  const isPlain = isRedirected && pool.isOauthInsecure;
  // Without them Amplify does not redirect: it would by https.
  if (isPlain) for (const key of flags) localStorage.removeItem(key);
  const begunAt = performance.now();
  const ended = await withTimeout(
    done(() => signOut({ global: isGlobal })),
    TIMED_OUT,
    SIGN_OUT_WAIT_MS,
  );
  if (!isRedirected) return ended;
  if (isPlain) navigateTo(plainLogout(pool, returnUrl), { external: true });
  await sleep(begunAt + SIGN_OUT_WAIT_MS - performance.now());
  return TIMED_OUT;
}

/**
 * Does what Amplify ends with a sign-out, and stays on this page: who came from a provider would be led away by it, and not be told here
 * what was done. Whoever is refused is still signed in, and has come from where they came.
 */
export async function withoutLeaving<T>(pool: IdentityPool, call: () => Promise<Answer<T>>): Promise<Answer<T>> {
  const flags = socialFlags(pool).map((key) => [key, localStorage.getItem(key) ?? ''] as const);
  for (const [key] of flags) localStorage.removeItem(key);
  const answered = await call();
  if (!answered.ok) for (const [key, value] of flags) localStorage.setItem(key, value);
  return answered;
}

/** Keys by which Amplify remembers that the session began at a provider. */
function socialFlags({ userPoolClientId, oauthDomain }: IdentityPool): string[] {
  if (oauthDomain === null) return [];
  const prefix = `CognitoIdentityServiceProvider.${userPoolClientId}.`;
  return Object.keys(localStorage).filter(
    (key) =>
      key.startsWith(prefix) &&
      (key.endsWith('.oauthMetadata') || (key.endsWith('.oauthSignIn') && localStorage[key]?.startsWith('true'))),
  );
}

function plainLogout({ oauthDomain, userPoolClientId }: IdentityPool, returnUrl: string): string {
  const query = new URLSearchParams({ client_id: userPoolClientId, logout_uri: returnUrl });
  return `http://${oauthDomain}/logout?${query}`;
}
