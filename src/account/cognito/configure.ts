import { Amplify } from 'aws-amplify';
import { fetchAuthSession } from 'aws-amplify/auth';
import { ConsoleLogger, Hub } from 'aws-amplify/utils';
import type { AccountConfig, IdentityPool } from '#/model/account.ts';
import { withTimeout } from '#/site/browser/timeouts.ts';
import { speakPlainHttp } from './plain-http.ts';
import { PROVIDER_NAMES } from './provider-names.ts';

/** Guests' credentials are refreshed after this long (docs/specification.md 6.3). */
const GUEST_CREDENTIALS_MS = 50 * 60_000;

/**
 * Sets the identity service's client up for an installation. An OAuth return in the address is completed by it right away.
 * Nothing may be asked of it before the promise is fulfilled: that return is settled then.
 * @param returnUrl where providers send visitors back to: the account page in the page's language
 */
export function configureAmplify(pool: IdentityPool, config: AccountConfig, returnUrl: string): Promise<void> {
  // It warns of every endpoint that is not Amazon's.
  ConsoleLogger.LOG_LEVEL = 'ERROR';
  if (pool.oauthDomain && pool.isOauthInsecure) speakPlainHttp(pool.oauthDomain);
  const { userPoolId, userPoolClientId, userPoolEndpoint, identityPoolId, identityPoolEndpoint } = pool;
  const userPool = {
    userPoolId,
    userPoolClientId,
    signUpVerificationMethod: pool.verification,
    ...(userPoolEndpoint !== null && { userPoolEndpoint }),
    ...(pool.oauthDomain !== null && { loginWith: { oauth: oauthOf(pool.oauthDomain, config, returnUrl) } }),
  };
  const guests = identityPoolId !== null && {
    identityPoolId,
    allowGuestAccess: true,
    ...(identityPoolEndpoint !== null && { identityPoolEndpoint }),
  };
  Amplify.configure({ Auth: { Cognito: guests ? { ...userPool, ...guests } : userPool } });
  const isReturnSettled = returnSettled(pool);
  // What completes it is loaded only where there are providers.
  const settled = pool.oauthDomain === null ? isReturnSettled : import('./social.ts').then(() => isReturnSettled);
  if (guests) void settled.then(keepCredentials, () => {});
  return settled;
}

function oauthOf(domain: string, { socialProviders }: AccountConfig, returnUrl: string) {
  return {
    domain,
    scopes: ['openid', 'email', 'profile', 'aws.cognito.signin.user.admin'],
    redirectSignIn: [returnUrl],
    redirectSignOut: [returnUrl],
    responseType: 'code' as const,
    providers: socialProviders.map((provider) => PROVIDER_NAMES[provider]),
  };
}

/** Has credentials of the identity pool at hand, of a guest until somebody signs in. The page does not wait for them, nor fail without. */
async function keepCredentials(): Promise<void> {
  await fetchAuthSession().catch(() => undefined);
  setTimeout(() => void keepCredentials(), GUEST_CREDENTIALS_MS);
}

/**
 * Waits until a return from a provider is completed or refused, if there is one; to be called as soon as Amplify is configured. Amplify's
 * own waiting, which comes with the first call for tokens, never ends where the refusal was quicker than it.
 */
function returnSettled({ oauthDomain, userPoolClientId }: IdentityPool): Promise<void> {
  const isUnderWay =
    localStorage.getItem(`CognitoIdentityServiceProvider.${userPoolClientId}.inflightOAuth`) === 'true';
  if (oauthDomain === null || !isUnderWay) return Promise.resolve();
  const isOver = new Promise<void>((resolve) => {
    const stop = Hub.listen('auth', ({ payload: { event } }) => {
      if (event !== 'signInWithRedirect' && event !== 'signInWithRedirect_failure') return;
      stop();
      resolve();
    });
  });
  // Who left for a provider and came back by another way, brings nothing that could be completed.
  return withTimeout(isOver, undefined);
}
