import { createHash, randomUUID } from 'node:crypto';
import { aliasesOf } from '../tables/attributes.ts';
import { foldName } from '../tables/fold-name.ts';
import type { IdentityPorts } from '../ports.ts';
import type { IdentityUser } from '../tables/user.ts';
import type { NewUser } from '../tables/users.ts';
import type { ProviderName } from './providers.ts';

/** Who a provider says has signed in. */
type ProviderProfile = { provider: ProviderName; providerUserId: string; email: string; name: string };

/** `message`: why not, in Amazon Cognito's wording. */
type FederatedSignIn = { user: IdentityUser } | { message: string };

type FederationPorts = Pick<IdentityPorts, 'pool' | 'users' | 'store' | 'now'>;

/** How long a sign-up that was never confirmed keeps its address: as long as its code works. */
const SIGN_UP_PATIENCE_MS = 24 * 60 * 60_000;

/** The same person at a stand-in is known by the same id, as at the provider itself. */
export function standInUserId(provider: ProviderName, email: string): string {
  return createHash('sha256')
    .update(`${provider} ${foldName(email)}`)
    .digest('hex')
    .slice(0, 21);
}

/**
 * The user of a provider's account: known by the provider's id for it, made at its first sign-in, brought up to date at each. An
 * e-mail address that another account has joins nothing: a provider's word would otherwise open an account with a password.
 */
export async function signInFederated(ports: FederationPorts, profile: ProviderProfile): Promise<FederatedSignIn> {
  const known = await findFederated(ports, profile);
  return known ? bringUpToDate(ports, known, profile) : createFederated(ports, profile);
}

async function findFederated({ store, users }: FederationPorts, { provider, providerUserId }: ProviderProfile) {
  const [row] = await store.query<{ sub: string }>(
    'select sub from identity_federations where provider = $1 and provider_user_id = $2',
    [provider, providerUserId],
  );
  return row ? users.bySub(row.sub) : null;
}

async function bringUpToDate({ pool, users }: FederationPorts, user: IdentityUser, profile: ProviderProfile) {
  if (!user.isEnabled) return { message: 'User is disabled.' };
  const changed = await users.change(user.sub, (current) => {
    const attributes = { ...current.attributes, ...attributesOf(profile) };
    return { attributes, emailAlias: aliasesOf(pool, attributes, null).emailAlias };
  });
  return changed ? { user: { ...user, attributes: changed.attributes ?? user.attributes } } : taken(profile);
}

async function createFederated(ports: FederationPorts, profile: ProviderProfile): Promise<FederatedSignIn> {
  const { users, now } = ports;
  await users.forgetUnconfirmed(profile.email, new Date(now() - SIGN_UP_PATIENCE_MS));
  const created = await users.create(newUser(ports, profile));
  if (created) {
    await connect(ports, created, profile);
    return { user: created };
  }
  // Made by a request at the same time, or by one that died before it was connected.
  const same = await users.find(usernameOf(profile));
  if (same?.status !== 'EXTERNAL_PROVIDER') return taken(profile);
  await connect(ports, same, profile);
  return bringUpToDate(ports, same, profile);
}

function newUser({ pool, now }: FederationPorts, profile: ProviderProfile): NewUser {
  const identity = {
    userId: profile.providerUserId,
    providerName: profile.provider,
    providerType: profile.provider,
    issuer: null,
    primary: 'true',
    dateCreated: String(now()),
  };
  const attributes = { ...attributesOf(profile), identities: JSON.stringify([identity]) };
  return {
    sub: randomUUID(),
    username: usernameOf(profile),
    status: 'EXTERNAL_PROVIDER',
    isEnabled: true,
    attributes,
    ...aliasesOf(pool, attributes, null),
    salt: null,
    verifier: null,
    totpSecret: null,
    totpPending: null,
    totpStep: null,
    mfa: { enabled: [], preferred: null },
  };
}

async function connect({ store }: FederationPorts, { sub }: IdentityUser, profile: ProviderProfile): Promise<void> {
  await store.query(
    'insert into identity_federations (provider, provider_user_id, sub) values ($1, $2, $3) on conflict do nothing',
    [profile.provider, profile.providerUserId, sub],
  );
}

function usernameOf({ provider, providerUserId }: ProviderProfile): string {
  return `${provider}_${providerUserId}`;
}

function attributesOf({ email, name }: ProviderProfile) {
  return { email, email_verified: 'true', ...(name !== '' && { name }) };
}

function taken(profile: ProviderProfile): FederatedSignIn {
  return { message: `Already found an entry for username ${usernameOf(profile)}` };
}
