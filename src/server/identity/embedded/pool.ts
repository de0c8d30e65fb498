import { createHmac } from 'node:crypto';
import { signUpRules } from '#app.config';
import type { SignUpRule } from '#/model/sign-up-rule.ts';
import type { AccountConfig, IdentityPool } from '#/model/account.ts';
import { sharedSecret } from '#/server/store/tables/secrets.ts';
import type { Store } from '#/server/store/store.ts';
import type { FirstFactor } from './first-factors.ts';
import type { Encrypter } from './crypto/encrypt.ts';
import { SECOND_FACTORS, type SecondFactor } from './tables/user.ts';

/** How long after a sign-in nobody is asked again who they are, unless the installation says otherwise. */
export const SIGN_IN_COUNTS_S = 10 * 60;

export type AuthFlow = IdentityPool['authFlow'];

/** What an installation decides about its user pool. */
export type PoolOptions = {
  /** Where browsers find the site, and thereby who issues tokens; it must be the same at each start. */
  origin: string;
  config: AccountConfig;
  /** Ways to sign in that are taken; a weaker one beside those the site uses would be everybody's way around them. */
  authFlows: readonly AuthFlow[];
  /** What new accounts must meet besides; of app.config.ts, unless given. */
  signUpRules?: readonly SignUpRule[];
  /** What the flow USER_AUTH lets a client choose among; none: the flow is not taken, as unless given. */
  firstFactors?: readonly FirstFactor[];
  mfa: 'off' | 'optional' | 'required';
  /** Second factors that there are, where there are any; all, unless given. */
  secondFactors?: readonly SecondFactor[];
  /** How a new e-mail address is confirmed. */
  verification: IdentityPool['verification'];
  /** Whether a sign-in with an unknown name is answered like one with a wrong password. */
  hidesUsers: boolean;
  /** Whether a sign-up with an address that has an account is answered like any other; as `hidesUsers`, unless given. */
  hidesTakenNames?: boolean;
  /** How long after a sign-in nobody is asked for the password before changing how they sign in; 0: it is always asked for. */
  signInCountsS?: number;
};

export type PoolSettings = Required<PoolOptions> & {
  /** `us-east-1_` and a name of nine letters and digits: clients parse the region from it. */
  userPoolId: string;
  /** What is after the underscore, part of every password's hash. */
  poolName: string;
  clientId: string;
  /** `us-east-1:<uuid>` */
  identityPoolId: string;
  /** `iss` of every token; `/.well-known/jwks.json` below it has the keys. */
  issuer: string;
  /** With which administrators sign their calls. */
  admin: { accessKeyId: string; secretAccessKey: string };
};

export const REGION = 'us-east-1';
/** Where the service is mounted in the site. */
export const IDENTITY_PATH = '/identity/';

const DIGITS_AND_CAPITALS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ';
const LETTERS_AND_DIGITS = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789';
const SMALL_LETTERS_AND_DIGITS = 'abcdefghijklmnopqrstuvwxyz0123456789';

/** The pool with its ids, which are made at the first start and then stay. */
export async function openPool(
  options: PoolOptions,
  store: Pick<Store, 'query'>,
  encrypter: Encrypter,
): Promise<PoolSettings> {
  const seed = await sharedSecret(store, 'identity-pool');
  const derived = (name: string) => createHmac('sha256', seed).update(name).digest();
  const poolName = inAlphabet(derived('user pool'), LETTERS_AND_DIGITS, 9);
  const userPoolId = `${REGION}_${poolName}`;
  return {
    signInCountsS: SIGN_IN_COUNTS_S,
    signUpRules,
    secondFactors: SECOND_FACTORS,
    firstFactors: [],
    hidesTakenNames: options.hidesUsers,
    ...options,
    userPoolId,
    poolName,
    clientId: inAlphabet(derived('client'), SMALL_LETTERS_AND_DIGITS, 26),
    identityPoolId: `${REGION}:${toUuid(derived('identity pool'))}`,
    issuer: `${options.origin}${IDENTITY_PATH}${userPoolId}`,
    admin: {
      accessKeyId: `AKIA${inAlphabet(derived('admin'), DIGITS_AND_CAPITALS, 16)}`,
      // Not from the seed alone: whoever has read the database is no administrator.
      secretAccessKey: encrypter.keyedHash(`admin ${seed}`).toString('base64url').slice(0, 40),
    },
  };
}

/** The pool as a browser needs to know it, which comes from `origin`. */
export function describePool(
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

/** The same 16 bytes are the same UUID, of version 4 by its form. */
export function toUuid(bytes: Buffer): string {
  const hex = bytes.toString('hex');
  const variant = '89ab'.charAt((bytes[8] ?? 0) % 4);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

function inAlphabet(bytes: Buffer, alphabet: string, length: number): string {
  return Array.from(bytes.subarray(0, length), (byte) => alphabet.charAt(byte % alphabet.length)).join('');
}
