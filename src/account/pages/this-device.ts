import type { IdentityPool } from '#/model/account.ts';
import type { SignedInUser } from '../identity-client.ts';

/** The id by which the identity service knows this browser, where Amplify keeps it; null: it does not know it. */
export function thisDeviceId({ userPoolClientId }: IdentityPool, { username }: SignedInUser): string | null {
  return localStorage.getItem(`CognitoIdentityServiceProvider.${userPoolClientId}.${username}.deviceKey`);
}
