import { randomBytes } from 'node:crypto';
import { createLocalJWKSet } from 'jose';
import type { AccountSettings, CodeChannel, IdentityPool, MfaType } from '#/model/account.ts';
import type { Result } from '#/model/failure.ts';
import type { Settings } from './env.ts';
import type { AdminClient } from './identity/admin-client.ts';
import { createIdentityService } from './identity/embedded/index.ts';
import { openMessages } from './identity/embedded/messages/open-messages.ts';
import type { SmtpSettings } from './identity/embedded/messages/smtp.ts';
import type { NetworkCounter } from './identity/embedded/limits.ts';
import type { AuthFlow } from './identity/embedded/pool.ts';
import type { OnAnswered } from './identity/embedded/protocol.ts';
import type { Trial } from './identity/embedded/trial-token.ts';
import type { SecondFactor } from '#/server/identity/embedded/tables/user.ts';
import { SIGN_IN_COUNTS_S } from './identity/embedded/pool.ts';
import { createIdTokenVerifier, remoteKeys } from './identity/id-token.ts';
import { createIdentity, type Identity } from './identity/identity.ts';
import { createReadyMailer, type ReadyLink } from './identity/link-ready-mail.ts';
import type { UserDirectory } from './identity/user-directory.ts';
import type { Store } from './store/store.ts';

export type OpenIdentity = {
  /** Who tokens are for; null: there are no accounts. */
  identity: Identity | null;
  /** Answers requests below /identity/: 404 where accounts are elsewhere, or nowhere. */
  identityApi: (request: Request) => Promise<Response>;
  /** What a page that came from `origin` (the tokens' issuer, unless given) is told about accounts; null: there are none. */
  accountSettings: (origin?: string) => AccountSettings;
  /** Who has an account; null: there are none. */
  users: () => Promise<UserDirectory | null>;
  /** What the operator should know about accounts, said at start. */
  notices: readonly string[];
  /** What administers users; null: there are none. Loaded when first wanted: the SDK is large. */
  adminClient: () => Promise<AdminClient | null>;
  /** Mails a user that something can be downloaded now; resolves, too, where there is no way to. */
  mailReady: (ready: ReadyLink) => Promise<void>;
  /**
   * From now on, what the site keeps of whoever's embedded account is deleted goes with it, by whatever operation that was; what fails is tried
   * again. Of accounts elsewhere nobody tells that they are gone.
   */
  eraseWith: (erase: (userId: string) => Promise<Result<void>>) => void;
  close: () => Promise<void>;
};

type IdentityPorts = {
  store: Store;
  secret: string;
  /** Who counts what networks do with embedded accounts; without it nobody is limited. */
  networks?: { networkOf: (request: Request) => string | null; counter: NetworkCounter };
  /** Hears what came of each operation of embedded accounts. */
  onIdentityAnswered?: OnAnswered;
  log: (message: string) => void;
};

/** Second steps, as Amazon Cognito calls them. */
const FACTOR_OF = {
  TOTP: 'SOFTWARE_TOKEN_MFA',
  SMS: 'SMS_MFA',
  EMAIL: 'EMAIL_OTP',
} as const satisfies Record<MfaType, SecondFactor>;

/** How long what a user pool said is believed: its tables are at hand, or Amazon counts how often it is asked. */
const EMBEDDED_KNOWN_MS = 10_000;
const COGNITO_KNOWN_MS = 30_000;

/** Accounts as the settings say: of the embedded service, of Amazon Cognito, or none. Rejects with StoreError. */
export async function openIdentity(settings: Settings, ports: IdentityPorts): Promise<OpenIdentity> {
  if (settings.IDENTITY === 'embedded') return openEmbedded(settings, ports);
  const identityApi = async () => new Response('Not found', { status: 404 });
  if (settings.IDENTITY === 'off') {
    const nobody = { identity: null, accountSettings: () => null, notices: [], ...administrationOf(async () => null) };
    return { ...nobody, identityApi, mailReady: async () => {}, eraseWith: () => {}, close: async () => {} };
  }
  const pool = cognitoPool(settings);
  const { types: mfaTypes } = settings.IDENTITY_MFA;
  const identity = await cognitoIdentity(pool, settings, ports);
  const administration = administrationOf(() => cognitoAdmin(pool));
  const messages = await openMessages({ ...ports, smtp: smtpOf(settings), trial: null });
  return {
    identity,
    identityApi,
    notices: [],
    accountSettings: () => ({ config: settings.ACCOUNTS, pool, codes: 'sent', mfaTypes }),
    ...administration,
    mailReady: createReadyMailer({
      deliver: messages.deliver,
      addressOf: async (userId) => (await administration.users())?.addressOf(userId) ?? null,
      origin: originOf(settings),
    }),
    eraseWith() {},
    async close() {
      identity.close();
      messages.close();
    },
  };
}

async function cognitoAdmin({ userPoolId }: IdentityPool): Promise<AdminClient> {
  const { createAdminClient } = await import('./identity/admin-client.ts');
  return createAdminClient({ kind: 'cognito', userPoolId });
}

/** The region is the first part of a pool's id. */
async function cognitoIdentity(
  pool: IdentityPool,
  settings: Settings,
  { store, log }: IdentityPorts,
): Promise<Identity> {
  const { createCognitoLive } = await import('./identity/live-cognito.ts');
  const [region] = pool.userPoolId.split('_', 1);
  const issuer = `https://cognito-idp.${region}.amazonaws.com/${pool.userPoolId}`;
  // Who cannot be asked for the password in between has to sign in again.
  const signInCountsMs = Math.max(settings.IDENTITY_FRESH_MINUTES, SIGN_IN_COUNTS_S / 60) * 60_000;
  let client: Promise<AdminClient> | null = null;
  return createIdentity({
    verifier: createIdTokenVerifier({ issuer, audience: pool.userPoolClientId, jwks: remoteKeys(issuer) }),
    source: createCognitoLive({ admin: () => (client ??= cognitoAdmin(pool)), store, signInCountsMs }),
    store,
    knownMs: COGNITO_KNOWN_MS,
    log,
  });
}

async function openEmbedded(
  settings: Settings,
  { store, secret, networks, onIdentityAnswered, log }: IdentityPorts,
): Promise<OpenIdentity> {
  const publicOrigin = settings.PUBLIC_ORIGIN ?? null;
  // Who issues tokens must not change with the name that a request came under.
  const origin = originOf(settings);
  const trial = settings.IDENTITY_TRIAL
    ? { token: settings.IDENTITY_TRIAL_TOKEN ?? newToken(), isSecure: origin.startsWith('https:') }
    : null;
  // Its stand-ins for social providers are for who tries it: nobody else is offered a button that leads nowhere.
  const config = trial ? settings.ACCOUNTS : { ...settings.ACCOUNTS, socialProviders: [] };
  const { mode: mfa, types: mfaTypes } = settings.IDENTITY_MFA;
  const smtp = smtpOf(settings);
  const messages = await openMessages({ store, smtp, trial, log });
  const service = await createIdentityService({
    origin,
    config,
    authFlows: authFlowsOf(settings.IDENTITY_AUTH_FLOW),
    firstFactors: isByPassword(settings.IDENTITY_AUTH_FLOW) ? settings.IDENTITY_FIRST_FACTORS : [],
    mfa,
    secondFactors: mfaTypes.map((type) => FACTOR_OF[type]),
    verification: settings.IDENTITY_VERIFICATION,
    hidesUsers: settings.IDENTITY_HIDES_USERS !== 'no',
    hidesTakenNames: settings.IDENTITY_HIDES_USERS === 'yes',
    signInCountsS: settings.IDENTITY_FRESH_MINUTES * 60,
    store,
    secret,
    deliver: messages.deliver,
    pages: messages.pages,
    trial,
    ...networks,
    ...(onIdentityAnswered && { onAnswered: onIdentityAnswered }),
    allowsGuests: true,
    onChange: async (userId) => void (await store.publish([{ type: 'accountChanged', userId }])),
    log,
  });
  const { issuer, clientId } = service.pool;
  const identity = createIdentity({
    verifier: createIdTokenVerifier({ issuer, audience: clientId, jwks: createLocalJWKSet(service.jwks) }),
    source: service.live,
    store,
    knownMs: EMBEDDED_KNOWN_MS,
    log,
  });
  const codes = deliveryOf({ isMailed: smtp !== null, trial });
  return {
    identity,
    identityApi: service.fetch,
    accountSettings: (pageOrigin = origin) => ({
      config,
      pool: service.poolFor(publicOrigin ?? pageOrigin),
      codes,
      mfaTypes,
    }),
    notices: noticesOf(codes, origin, trial),
    ...administrationOf(async () => {
      const { createAdminClient } = await import('./identity/admin-client.ts');
      const { userPoolId, admin: key } = service.pool;
      const endpoint = `${origin}/identity/`;
      return createAdminClient({ kind: 'embedded', userPoolId, endpoint, key, fetch: service.fetch });
    }),
    mailReady: createReadyMailer({ deliver: messages.deliver, addressOf: service.addressOf, origin }),
    eraseWith(erase) {
      service.eraseWith(async (userId) => {
        const erased = await erase(userId);
        if (!erased.ok) throw new Error(erased.failure.code);
      });
    },
    async close() {
      identity.close();
      await service.close();
      messages.close();
    },
  };
}

function deliveryOf({ isMailed, trial }: { isMailed: boolean; trial: Trial | null }): CodeChannel {
  if (isMailed) return 'sent';
  return trial ? 'kept' : 'none';
}

function noticesOf(codes: CodeChannel, origin: string, trial: Trial | null): string[] {
  const standIns = trial && `the token of its address opens the stand-ins of social providers, too`;
  if (codes === 'sent')
    return trial ? [`! IDENTITY_TRIAL is on beside SMTP_URL: codes are mailed, and there is no outbox.`] : [];
  if (trial) return [`! Codes are not sent, but kept at ${origin}/identity/outbox?token=${trial.token} (${standIns})`];
  return [
    '! There is no SMTP_URL: nobody gets a code, so no account is confirmed and no password reset. Set SMTP_URL; or, to try it, IDENTITY_TRIAL=on, and read the codes yourself.',
  ];
}

/** 192 bits. */
function newToken(): string {
  return randomBytes(24).toString('base64url');
}

/** Made when first wanted, and kept. */
function administrationOf(create: OpenIdentity['adminClient']): Pick<OpenIdentity, 'adminClient' | 'users'> {
  let client: ReturnType<typeof create> | null = null;
  const adminClient = () => (client ??= create());
  return {
    adminClient,
    async users() {
      const own = await adminClient();
      if (!own) return null;
      const { createUserDirectory } = await import('./identity/user-directory.ts');
      return createUserDirectory(own);
    },
  };
}

/** The site's own, first. A password that may be sent may also be proven; a second code must not have a way around it. */
function authFlowsOf(flow: AuthFlow): AuthFlow[] {
  return flow === 'USER_PASSWORD_AUTH' ? [flow, 'USER_SRP_AUTH'] : [flow];
}

/** Whether the password alone signs in: where a code is asked for as well, a choice of the password would be the way around it. */
function isByPassword(flow: AuthFlow): boolean {
  return flow === 'USER_SRP_AUTH' || flow === 'USER_PASSWORD_AUTH';
}

function originOf({ PUBLIC_ORIGIN: publicOrigin, HOST: host, PORT: port }: Settings): string {
  return publicOrigin ?? `http://${host}:${port}`;
}

function smtpOf(settings: Settings): SmtpSettings | null {
  const { SMTP_URL: url, MAIL_FROM: from } = settings;
  return url === undefined ? null : { url, from: from ?? `no-reply@${new URL(originOf(settings)).hostname}` };
}

function cognitoPool(settings: Settings): IdentityPool {
  return {
    userPoolId: settings.COGNITO_USER_POOL_ID ?? '',
    userPoolClientId: settings.COGNITO_CLIENT_ID ?? '',
    identityPoolId: settings.COGNITO_IDENTITY_POOL_ID ?? null,
    userPoolEndpoint: null,
    identityPoolEndpoint: null,
    oauthDomain: settings.COGNITO_DOMAIN ?? null,
    isOauthInsecure: false,
    authFlow: settings.IDENTITY_AUTH_FLOW,
    verification: settings.IDENTITY_VERIFICATION,
  };
}
