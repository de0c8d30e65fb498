import { fetchUserAttributes, getCurrentUser } from 'aws-amplify/auth';
import { cognitoUserPoolsTokenProvider } from 'aws-amplify/auth/cognito';
import * as v from 'valibot';
import type { Contacts, SessionTokens, SignedInUser } from '../identity-client.ts';

/** Of an id token, what pages show and go by. The server reads its own copy and believes nothing of this. */
const Claims = v.object({
  sub: v.string(),
  'cognito:username': v.optional(v.string(), ''),
  'cognito:groups': v.optional(v.array(v.string()), []),
  name: v.optional(v.string()),
  preferred_username: v.optional(v.string()),
  email: v.optional(v.string()),
});

/** Who is signed in in this browser; null: nobody. Asked of the tokens alone, without credentials of the identity pool. */
export async function findUser(): Promise<SignedInUser | null> {
  const tokens = await cognitoUserPoolsTokenProvider.getTokens();
  const claims = v.safeParse(Claims, tokens?.idToken?.payload);
  if (!claims.success) return null;
  const { sub, 'cognito:username': username, 'cognito:groups': groups, ...names } = claims.output;
  const name = names.name ?? names.preferred_username ?? names.email ?? username;
  return { id: sub, username, name, groups };
}

/** Who has just signed in. Rejects as the service's client does when the session did not last. */
export async function requireUser(): Promise<SignedInUser> {
  const user = await findUser();
  if (user) return user;
  const { userId: id, username } = await getCurrentUser();
  return { id, username, name: username, groups: [] };
}

/** Tokens as they are sent; null: nobody is signed in. Those that ran out are refreshed first, or all if `isRefreshed`. */
export async function findSessionTokens({ isRefreshed = false } = {}): Promise<SessionTokens | null> {
  const tokens = await cognitoUserPoolsTokenProvider.getTokens({ forceRefresh: isRefreshed });
  if (!tokens?.idToken) return null;
  return { idToken: tokens.idToken.toString(), accessToken: tokens.accessToken.toString() };
}

/** By which contacts the user can be reached, and which of them are known to be theirs. */
export async function findContacts(): Promise<Contacts> {
  const attributes = await fetchUserAttributes();
  const contacts = (['email', 'phone_number'] as const).flatMap((attribute) => {
    const value = attributes[attribute];
    return value ? [{ attribute, value }] : [];
  });
  const isVerified = ({ attribute }: { attribute: string }) => attributes[`${attribute}_verified`] === 'true';
  return { verified: contacts.filter(isVerified), unverified: contacts.filter((contact) => !isVerified(contact)) };
}
