import { cognitoUserPoolsTokenProvider } from 'aws-amplify/auth/cognito';
import type { IdentityPool } from '#/model/account.ts';
import type { AccountClient } from '../identity-client.ts';
import { done } from './answer.ts';

type OwnClient = Pick<AccountClient, 'requireRecent' | 'confirmPassword'>;

/** How long after a sign-in at Amazon Cognito nobody has to sign in again: the server's own (identity/embedded/recent-authentication.ts). */
const SIGN_IN_COUNTS_MS = 10 * 60_000;

/**
 * What is asked of the embedded service beside Amazon Cognito's protocol: whether the user showed a short while ago who they are. A pool
 * at Amazon cannot be asked; there, the sign-in that the token tells of counts.
 */
export function createOwnClient({ userPoolEndpoint }: Pick<IdentityPool, 'userPoolEndpoint'>): OwnClient {
  return {
    requireRecent: () =>
      done(async () => {
        if (userPoolEndpoint !== null) return call(userPoolEndpoint, 'CheckRecentAuthentication', {});
        const tokens = await cognitoUserPoolsTokenProvider.getTokens();
        const signedInS = Number(tokens?.idToken?.payload['auth_time'] ?? 0);
        if (Date.now() - signedInS * 1000 > SIGN_IN_COUNTS_MS) throw refusal('NotAuthorizedException', SIGN_IN_AGAIN);
        return null;
      }),
    confirmPassword: ({ password }) =>
      done(() => call(userPoolEndpoint ?? '', 'ConfirmPassword', { Password: password })),
  };
}

/** As the service words it, so that ../remote-error.ts knows it. */
const SIGN_IN_AGAIN = 'Recent authentication is required. Sign in again first.';

/** Rejects as Amplify does: with an error of the name that the service gives it. */
async function call(endpoint: string, operation: string, input: object): Promise<null> {
  const tokens = await cognitoUserPoolsTokenProvider.getTokens();
  if (!tokens) throw refusal('UserUnAuthenticatedException', 'Nobody is signed in.');
  const response = await fetch(endpoint, {
    method: 'POST',
    headers: {
      'content-type': 'application/x-amz-json-1.1',
      'x-amz-target': `ClipferryIdentityService.${operation}`,
    },
    body: JSON.stringify({ ...input, AccessToken: tokens.accessToken.toString() }),
  });
  if (response.ok) return null;
  const { message = `Status ${response.status}` }: { message?: string } = await response.json().catch(() => ({}));
  throw refusal(response.headers.get('x-amzn-errortype') ?? 'InternalErrorException', message);
}

function refusal(name: string, message: string): Error {
  return Object.assign(new Error(message), { name });
}
