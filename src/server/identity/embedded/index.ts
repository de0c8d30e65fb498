import type { IdentityPool } from '#/model/account.ts';
import type { Store } from '#/server/store/store.ts';
import type { Deliver } from './deliver.ts';
import { createAccountOperations } from './operations/account-operations.ts';
import { createAdminOperations } from './admin/admin-operations.ts';
import { createAttempts } from './tables/attempts.ts';
import { asCaller } from './caller.ts';
import { createChallengeRepository } from './tables/challenges.ts';
import { createCodeRepository } from './tables/codes.ts';
import { confirmPage } from './confirm-page.ts';
import { createDeviceOperations } from './operations/device-operations.ts';
import { createDeviceRepository } from './tables/devices.ts';
import { createGoneUsers, type GoneUsers } from './tables/gone-users.ts';
import { createGroupRepository } from './tables/groups.ts';
import type { LiveSource } from '../live-source.ts';
import { createEmbeddedLive } from './live.ts';
import { createIdentityPoolOperations } from './identity-pool.ts';
import { createIdentityLimits, type NetworkCounter } from './limits.ts';
import { createMfaOperations } from './operations/mfa-operations.ts';
import { createOAuthPages } from './oauth/oauth-pages.ts';
import { describePool, IDENTITY_PATH, openPool, type PoolOptions, type PoolSettings } from './pool.ts';
import type { PageHandler } from './page-handler.ts';
import { createPasswordOperations } from './operations/password-operations.ts';
import { createPasswords } from './crypto/passwords.ts';
import type { IdentityPorts } from './ports.ts';
import { createNotices } from './notices.ts';
import { createOutgoingMessages } from './tables/outgoing-messages.ts';
import { createProtocol, type OnAnswered, type OperationTable, tooManyRequests } from './protocol.ts';
import { refoldNames } from './tables/refold-names.ts';
import { createRecency } from './recent-authentication.ts';
import { createRecentOperations, OWN_SERVICE } from './operations/recent-operations.ts';
import { createEncrypter } from './crypto/encrypt.ts';
import { createSessionOperations } from './operations/session-operations.ts';
import { createSessionRepository } from './tables/sessions.ts';
import { createSignInOperations } from './sign-in/sign-in-operations.ts';
import { createSignUpOperations } from './operations/sign-up-operations.ts';
import { openSigningKey, type SigningKey } from './crypto/signing-key.ts';
import { createSrpThread } from './crypto/srp-thread.ts';
import { createIdentitySweeper } from './tables/sweeper.ts';
import { createTokens } from './tokens.ts';
import { createTotpSecrets } from './tables/totp-secrets.ts';
import type { Trial } from './trial-token.ts';
import { verifiedAddress } from './tables/user.ts';
import { createUserRepository } from './tables/users.ts';

export type IdentityServiceOptions = PoolOptions & {
  store: Pick<Store, 'query' | 'transaction'>;
  /** The installation's; everything that must not be read from the database alone is sealed with it. */
  secret: string;
  deliver: Deliver;
  /** Further pages by their path below /identity/: those of the outbox (messages/open-messages.ts). */
  pages?: Readonly<Record<string, PageHandler>>;
  /** Who may use the stand-ins of social providers (trial-token.ts); without it nobody may. */
  trial?: Trial | null;
  /** What a request's address is counted by; null: not known. Without it nobody is counted. */
  networkOf?: (request: Request) => string | null;
  /** Counts what networks do. */
  counter?: NetworkCounter;
  /** Whether those who are not signed in get an id and credentials of the identity pool. */
  allowsGuests?: boolean;
  /** Hears whose account or sessions have changed. */
  onChange?: (sub: string) => Promise<void>;
  onAnswered?: OnAnswered;
  /** Milliseconds since 1970. */
  now?: () => number;
  log: (message: string) => void;
};

export type IdentityService = {
  /** Answers everything below /identity/: calls of the protocol, keys, pages. */
  fetch(request: Request): Promise<Response>;
  pool: PoolSettings;
  /** The keys that tokens are verified with. */
  jwks: SigningKey['jwks'];
  /** How accounts and sessions are now. */
  live: LiveSource;
  /** An address that is known to be a user's, who is there and not disabled; null: there is none. */
  addressOf(userId: string): Promise<string | null>;
  /** How what others keep of a user is deleted, which is wanted once the user's account is. */
  eraseWith: GoneUsers['eraseWith'];
  /** Deletes what has expired or was given up, which otherwise happens every minute. */
  sweep(): Promise<void>;
  /** Sends messages that are due, which otherwise happens every few seconds. */
  sendDue(): Promise<void>;
  close(): Promise<void>;
  /** What a browser needs to know, which comes from `origin`. */
  poolFor(origin: string): IdentityPool;
};

/**
 * A user pool and an identity pool in this very process, which the unmodified client of Amazon Cognito signs in at. Rejects with
 * StoreError, and with an error where the secret of the installation is another than the one that its keys were sealed with.
 */
export async function createIdentityService(options: IdentityServiceOptions): Promise<IdentityService> {
  const {
    store,
    secret,
    deliver,
    pages: furtherPages,
    trial = null,
    networkOf = () => null,
    counter = null,
    allowsGuests,
    onChange = async () => {},
    onAnswered = () => {},
    now = Date.now,
    log,
    ...poolOptions
  } = options;
  const encrypter = createEncrypter(secret);
  const pool = await openPool(poolOptions, store, encrypter);
  const signingKey = await openSigningKey(store, encrypter);
  const sessions = createSessionRepository({ store, encrypter, onChange, now });
  const gone = createGoneUsers(store, { now, log });
  const users = createUserRepository(store, now, { onChange, gone });
  await refoldNames(store, log);
  const recency = createRecency(pool, now);
  const { srp, close: closeSrp } = createSrpThread();
  const limits = createIdentityLimits(counter);
  const outgoingMessages = createOutgoingMessages({ store, encrypter, deliver, now, log });
  const ports: IdentityPorts = {
    pool,
    limits,
    users,
    gone,
    sessions,
    encrypter,
    srp,
    store,
    deliver,
    notices: createNotices({ outgoingMessages, canSend: () => deliver.can?.('EMAIL') !== false }),
    recency,
    now,
    log,
    groups: createGroupRepository(store, now),
    tokens: createTokens({ pool, sessions, recency, signingKey, now }),
    passwords: createPasswords({ pool, encrypter, srp }),
    attempts: createAttempts(store, now),
    challenges: createChallengeRepository(store, encrypter, now),
    codes: createCodeRepository({ store, encrypter, deliver, outgoingMessages, limits, now }),
    totpSecrets: createTotpSecrets({ users, encrypter, now }),
    devices: createDeviceRepository(store, { pool, encrypter, now }),
  };
  const live = createEmbeddedLive(ports);
  const sweeper = createIdentitySweeper(ports);
  const call = createProtocol({ services: servicesOf(ports, { allowsGuests }), limits, onAnswered, log });
  const pages: Readonly<Record<string, PageHandler>> = {
    ...pagesOf(ports, signingKey),
    ...createOAuthPages(ports, { trial }),
    ...furtherPages,
  };
  return {
    pool,
    jwks: signingKey.jwks,
    live,
    async addressOf(userId) {
      const user = (await live.isUserLive(userId)) ? await users.bySub(userId) : null;
      return user && verifiedAddress(user, 'email');
    },
    eraseWith: gone.eraseWith,
    sweep: sweeper.sweep,
    sendDue: outgoingMessages.look,
    async close() {
      await sweeper.close();
      await outgoingMessages.close();
      await closeSrp();
    },
    poolFor: (origin) => describePool(pool, origin),
    async fetch(request) {
      const path = new URL(request.url).pathname.slice(IDENTITY_PATH.length);
      const isCall = path === '' && request.method === 'POST';
      const network = networkOf(request);
      const waitS = counter && network !== null ? await counter.take('requests', network) : null;
      if (waitS !== null && isCall) return tooManyRequests(waitS);
      if (waitS !== null)
        return new Response('Too many requests', { status: 429, headers: { 'retry-after': String(waitS) } });
      const page = Object.hasOwn(pages, path) ? pages[path] : undefined;
      const answer = isCall ? call : page;
      if (!answer) return new Response('Not found', { status: 404 });
      return asCaller(network, () => answer(request));
    },
  };
}

function servicesOf(
  ports: IdentityPorts,
  guests: { allowsGuests: boolean | undefined },
): Record<string, OperationTable> {
  return {
    AWSCognitoIdentityProviderService: {
      ...createSignUpOperations(ports),
      ...createSignInOperations(ports),
      ...createPasswordOperations(ports),
      ...createSessionOperations(ports),
      ...createAccountOperations(ports),
      ...createMfaOperations(ports),
      ...createDeviceOperations(ports),
      ...createAdminOperations(ports),
    },
    AWSCognitoIdentityService: createIdentityPoolOperations(ports, guests),
    [OWN_SERVICE]: createRecentOperations(ports),
  };
}

function pagesOf(ports: IdentityPorts, { jwks }: SigningKey): Record<string, PageHandler> {
  return {
    confirm: (request) => confirmPage(request, ports),
    [`${ports.pool.userPoolId}/.well-known/jwks.json`]: async () =>
      Response.json(jwks, { headers: { 'cache-control': 'public, max-age=3600' } }),
  };
}
