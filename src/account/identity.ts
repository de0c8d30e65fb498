import type { AccountSettings } from '#/model/account.ts';
import { configureAmplify } from './cognito/configure.ts';
import { laterAccountClient } from './cognito/later-account-client.ts';
import { createSignInClient } from './cognito/sign-in-client.ts';
import type { IdentityClient } from './identity-client.ts';

/**
 * The client of Amazon Cognito, or of the embedded service, which speaks the same. It and its folder are the only ones that import
 * Amplify, so this file is always imported lazily.
 * `settled`: nothing may be asked before; a return from a provider is completed or refused then.
 * @param returnUrl where providers send visitors back to: the account page in the page's language
 */
export function configureIdentity({ config, pool }: NonNullable<AccountSettings>, returnUrl: string) {
  const settled = configureAmplify(pool, config, returnUrl);
  const client: IdentityClient = { ...createSignInClient(pool, returnUrl), ...laterAccountClient(pool) };
  return { client, settled };
}
