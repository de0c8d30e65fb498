import { hkdfSync } from 'node:crypto';
import type { PasswordSettings } from '#/model/account.ts';
import { isCommonPassword } from './common-passwords.ts';
import { IdentityError } from './identity-error.ts';
import { type PoolSettings, toUuid } from './pool.ts';
import type { Sealer } from './sealer.ts';
import { type SrpCredentials, verifierOf } from './srp.ts';
import { GROUP_BYTES } from './srp-group.ts';
import type { Srp } from './srp-thread.ts';
import type { IdentityUser } from './user.ts';

/** Who somebody claims to be: a user, or a name that nobody has, which must look like one. */
export type Claimant = { sub: string; user: IdentityUser | null };

export type Passwords = {
  /** Of a new password, whoever sets it. Throws IdentityError InvalidPasswordException. */
  refuseWeak(password: string): void;
  /** What is stored of a password: columns of the user. */
  hash(sub: string, password: string): Promise<{ salt: string; verifier: string }>;
  /** Of whoever has no password, steady ones that no password fits. */
  credentialsOf(claimant: Claimant): SrpCredentials;
  matches(claimant: Claimant, password: string): Promise<boolean>;
  /** Whose name nobody has, the same each time. */
  claimantOf(name: string, user: IdentityUser | null): Claimant;
};

/** Symbols of the specification, section 5. */
const SYMBOLS = /[\^$*.[\]{}()?"!@#%&/\\,><':;|_~`=+\- ]/;
const SALT_BYTES = 16;

/** Passwords are known by SRP verifiers, sealed with the installation's secret. */
export function createPasswords({ pool, sealer, srp }: { pool: PoolSettings; sealer: Sealer; srp: Srp }): Passwords {
  const identity = (sub: string) => ({ group: pool.poolName, name: sub });
  const contextOf = (sub: string) => `verifier ${sub}`;
  const credentialsOf = ({ sub, user }: Claimant): SrpCredentials => {
    if (user?.salt && user.verifier) return { salt: user.salt, verifier: sealer.unseal(user.verifier, contextOf(sub)) };
    const seed = sealer.keyedHash(`password of ${sub}`);
    return {
      salt: sealer.keyedHash(`salt of ${sub}`).toString('hex', 0, SALT_BYTES),
      verifier: verifierOf(Buffer.from(hkdfSync('sha256', seed, '', '', GROUP_BYTES))),
    };
  };
  return {
    refuseWeak(password) {
      const problem = problemOf(password, pool.config.passwordSettings);
      if (problem === null) return;
      throw new IdentityError('InvalidPasswordException', `Password did not conform with policy: ${problem}`);
    },
    async hash(sub, password) {
      const { salt, verifier } = await srp.createCredentials({ identity: identity(sub), password });
      return { salt, verifier: sealer.seal(verifier, contextOf(sub)) };
    },
    credentialsOf,
    matches: (claimant, password) =>
      srp.isPasswordOf({ identity: identity(claimant.sub), credentials: credentialsOf(claimant), password }),
    claimantOf: (name, user) => ({ sub: user?.sub ?? toUuid(sealer.keyedHash(`user ${name.toLowerCase()}`)), user }),
  };
}

function problemOf(password: string, settings: PasswordSettings): string | null {
  if (password.length < settings.minLength) return 'Password not long enough';
  if (settings.requiresLowercase && !/[a-z]/.test(password)) return 'Password must have lowercase characters';
  if (settings.requiresUppercase && !/[A-Z]/.test(password)) return 'Password must have uppercase characters';
  if (settings.requiresNumbers && !/\d/.test(password)) return 'Password must have numeric characters';
  if (settings.requiresSymbols && !SYMBOLS.test(password)) return 'Password must have symbol characters';
  if (password !== password.trim()) return 'Password must not begin or end with a space';
  // The page knows it by this wording (src/account/remote-error.ts).
  if (isCommonPassword(password)) return 'Password is commonly used';
  return null;
}
