import type { IdentityPool } from '#/model/account.ts';
import type { Store } from '#/server/store/store.ts';
import type { Deliver } from './deliver.ts';
import { identityPoolOperations } from './identity-pool.ts';
import type { Messages } from './messages/open-messages.ts';
import { oauthPages } from './oauth/oauth-pages.ts';
import { createGroupBook, type GroupBook } from './groups.ts';
import type { OperationTable } from './operation.ts';
import { IDENTITY_PATH, openPool, type PoolOptions, type PoolSettings } from './pool.ts';
import { createProtocol } from './protocol.ts';
import { createSealer, type Sealer } from './sealer.ts';
import { createSessionBook, type SessionBook } from './sessions.ts';
import { openSigningKey, type SigningKey } from './signing-key.ts';
import { createTokens, type Tokens } from './tokens.ts';
import { createUserBook, type UserBook } from './users.ts';

export type IdentityServiceOptions = PoolOptions & {
  store: Pick<Store, 'query'>;
  /** The installation's; everything that must not be read from the database alone is sealed with it. */
  secret: string;
  /** How messages leave, and the pages of their outbox (messages/open-messages.ts). */
  messages: Pick<Messages, 'deliver' | 'pages'>;
  /** Whether a request may see what is for developers only: stand-ins of social providers. */
  isDeveloper: (request: Request) => boolean;
  /** Whether those who are not signed in get credentials of the identity pool. */
  allowsGuests?: boolean;
  /** Milliseconds since 1970. */
  now?: () => number;
  log: (message: string) => void;
};

/** What operations and pages work with. */
export type IdentityPorts = {
  pool: PoolSettings;
  users: UserBook;
  groups: GroupBook;
  sessions: SessionBook;
  tokens: Tokens;
  sealer: Sealer;
  store: Pick<Store, 'query'>;
  deliver: Deliver;
  isDeveloper: (request: Request) => boolean;
  now: () => number;
  log: (message: string) => void;
};

export type IdentityService = {
  /** Answers everything below /identity/: calls of the protocol, keys, pages. */
  fetch(request: Request): Promise<Response>;
  pool: PoolSettings;
  /** The keys that tokens are verified with. */
  jwks: SigningKey['jwks'];
  /** What a browser needs to know, which comes from `origin`. */
  poolFor(origin: string): IdentityPool;
};

/** A page by its path below /identity/. */
export type Page = (request: Request) => Promise<Response>;

/**
 * A user pool and an identity pool in this very process, which the unmodified client of Amazon Cognito signs in at. Rejects with
 * StoreError, and with an error where the secret of the installation is another than the one that its keys were sealed with.
 */
export async function createIdentityService(options: IdentityServiceOptions): Promise<IdentityService> {
  const { store, secret, messages, isDeveloper, allowsGuests = true, now = Date.now, log, ...poolOptions } = options;
  const sealer = createSealer(secret);
  const pool = await openPool(poolOptions, store, sealer);
  const signingKey = await openSigningKey(store, sealer);
  const sessions = createSessionBook(store, now);
  const tokens = createTokens({ pool, sessions, signingKey, now });
  const users = createUserBook(store, now);
  const groups = createGroupBook(store, now);
  const { deliver } = messages;
  const books = { users, groups, sessions, tokens };
  const ports: IdentityPorts = { pool, ...books, sealer, store, deliver, isDeveloper, now, log };
  const call = createProtocol({ services: servicesOf(ports, { allowsGuests }), log });
  const pages: Readonly<Record<string, Page>> = {
    ...pagesOf(ports, signingKey),
    ...oauthPages(ports),
    ...messages.pages,
  };
  return {
    pool,
    jwks: signingKey.jwks,
    poolFor: (origin) => describePool(pool, origin),
    async fetch(request) {
      const path = new URL(request.url).pathname.slice(IDENTITY_PATH.length);
      if (path === '' && request.method === 'POST') return call(request);
      const page = Object.hasOwn(pages, path) ? pages[path] : undefined;
      return page ? page(request) : new Response('Not found', { status: 404 });
    },
  };
}

function servicesOf(ports: IdentityPorts, guests: { allowsGuests: boolean }): Record<string, OperationTable> {
  return {
    AWSCognitoIdentityProviderService: {},
    AWSCognitoIdentityService: identityPoolOperations(ports, guests),
  };
}

function pagesOf({ pool }: IdentityPorts, { jwks }: SigningKey): Record<string, Page> {
  return {
    [`${pool.userPoolId}/.well-known/jwks.json`]: async () =>
      Response.json(jwks, { headers: { 'cache-control': 'public, max-age=3600' } }),
  };
}

function describePool(
  { userPoolId, clientId, identityPoolId, config, authFlows, verification }: PoolSettings,
  origin: string,
): IdentityPool {
  const endpoint = `${origin}${IDENTITY_PATH}`;
  const { host, protocol } = new URL(origin);
  return {
    userPoolId,
    userPoolClientId: clientId,
    identityPoolId,
    userPoolEndpoint: endpoint,
    identityPoolEndpoint: endpoint,
    oauthDomain: config.socialProviders.length > 0 ? `${host}${IDENTITY_PATH.slice(0, -1)}` : null,
    isOauthInsecure: protocol === 'http:',
    authFlow: authFlows[0] ?? 'USER_SRP_AUTH',
    verification,
  };
}
