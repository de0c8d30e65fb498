import { hkdfSync } from 'node:crypto';
import { dictionary } from '@zxcvbn-ts/language-common';
import type { PasswordSettings } from '#/model/account.ts';
import { isMadeOfContext } from './context-words.ts';
import type { Address } from '../tables/codes.ts';
import { foldName } from '../tables/fold-name.ts';
import { IdentityError } from '../identity-error.ts';
import { type PoolSettings, toUuid } from '../pool.ts';
import type { Encrypter } from './encrypt.ts';
import { type SrpCredentials, verifierOf } from './srp.ts';
import { GROUP_BYTES } from './srp-group.ts';
import type { Srp } from './srp-thread.ts';
import type { IdentityUser } from '../tables/user.ts';

/** Who somebody claims to be: a user, or a name that nobody has, which must look like one. */
export type ClaimedUser = {
  /** By which codes and guesses are kept: of a name that nobody has, one that no user ever gets. */
  sub: string;
  /** What a client is shown in the place of the sub; of a name that nobody has, the sub that whoever signs up with it will have. */
  shownSub: string;
  user: IdentityUser | null;
};

export type Passwords = {
  /**
   * Of a new password, whoever sets it, with what the person is called as far as that is known to whoever asks: what a stranger cannot
   * know must not show in the answer. Throws IdentityError InvalidPasswordException.
   */
  refuseWeak(password: string, names: readonly string[]): void;
  /**
   * What is stored of a password: columns of the user. `isShown`: with the salt that everybody was shown of the name before, so that it
   * does not tell that there is an account now.
   */
  hash(sub: string, password: string, how?: { isShown: boolean }): Promise<{ salt: string; verifier: string }>;
  /** Of whoever has no password, steady ones that no password fits. */
  credentialsOf(claimant: Pick<ClaimedUser, 'sub' | 'user'>): SrpCredentials;
  matches(claimant: Pick<ClaimedUser, 'sub' | 'user'>, password: string): Promise<boolean>;
  /** Whose name nobody has, the same each time. */
  claimantOf(name: string, user: IdentityUser | null): ClaimedUser;
  /**
   * Where a message to a name would go that nobody has: to the name itself where it is an address (of the kind asked for), and otherwise to
   * letters or digits that tell nothing.
   */
  supposedAddress(name: string, attribute?: Address['attribute']): Address;
};

/** docs/specification.md 5.6. */
const SYMBOLS = /[\^$*.[\]{}()?"!@#%&/\\,><':;|_~`=+\- ]/;
const SALT_BYTES = 16;

/** Passwords are known by SRP verifiers, sealed with the installation's secret. */
export function createPasswords({
  pool,
  encrypter,
  srp,
}: {
  pool: PoolSettings;
  encrypter: Encrypter;
  srp: Srp;
}): Passwords {
  const identity = (sub: string) => ({ group: pool.poolName, name: sub });
  const contextOf = (sub: string) => `verifier ${sub}`;
  const shownSalt = (sub: string) => encrypter.keyedHash(`salt of ${sub}`).toString('hex', 0, SALT_BYTES);
  const credentialsOf = ({ sub, user }: Pick<ClaimedUser, 'sub' | 'user'>): SrpCredentials => {
    // Made in any case: whether there is a user does not show in the time it takes.
    const seed = encrypter.keyedHash(`password of ${sub}`);
    const verifier = verifierOf(Buffer.from(hkdfSync('sha256', seed, '', '', GROUP_BYTES)));
    const made = { salt: shownSalt(sub), verifier };
    if (!user?.salt || !user.verifier) return made;
    return { salt: user.salt, verifier: encrypter.decrypt(user.verifier, contextOf(sub)) };
  };
  /** Of ten to thirteen digits, as people's numbers are: how many there are shows in the masked one. */
  const supposedPhone = (name: string): string => {
    const [length = 0, ...bytes] = encrypter.keyedHash(`digits of ${foldName(name)}`);
    return `+${bytes
      .slice(0, 10 + (length % 4))
      .map((byte) => byte % 10)
      .join('')}`;
  };
  const subOf = (kind: string, name: string) => toUuid(encrypter.keyedHash(`${kind} ${foldName(name)}`));
  return {
    refuseWeak(password, names) {
      const problem = problemOf(password, names, pool.config.passwordSettings);
      if (problem === null) return;
      throw new IdentityError('InvalidPasswordException', `Password did not conform with policy: ${problem}`);
    },
    async hash(sub, password, { isShown } = { isShown: false }) {
      const given = isShown ? { salt: shownSalt(sub) } : {};
      const { salt, verifier } = await srp.createCredentials({ identity: identity(sub), password, ...given });
      return { salt, verifier: encrypter.encrypt(verifier, contextOf(sub)) };
    },
    credentialsOf,
    matches: (claimant, password) =>
      srp.isPasswordOf({ identity: identity(claimant.sub), credentials: credentialsOf(claimant), password }),
    claimantOf: (name, user) => ({
      sub: user?.sub ?? subOf('nobody', name),
      shownSub: user?.sub ?? subOf('user', name),
      user,
    }),
    supposedAddress(name, wanted) {
      const attribute = wanted ?? (name.startsWith('+') ? 'phone_number' : 'email');
      if (attribute === 'phone_number')
        return { attribute, destination: name.startsWith('+') ? name : supposedPhone(name) };
      if (name.includes('@')) return { attribute: 'email', destination: name };
      const [first = 0, second = 0] = encrypter.keyedHash(`letters of ${foldName(name)}`);
      const letter = (byte: number) => String.fromCodePoint(0x61 + (byte % 26));
      return { attribute: 'email', destination: `${letter(first)}@${letter(second)}` };
    },
  };
}

/** What is known of a person, for `refuseWeak`. */
export function namesOf({ username, attributes }: Pick<IdentityUser, 'username' | 'attributes'>): string[] {
  return [username, ...Object.values(attributes)];
}

function problemOf(password: string, names: readonly string[], settings: PasswordSettings): string | null {
  if (password.length < settings.minLength) return 'Password not long enough';
  if (settings.requiresLowercase && !/[a-z]/.test(password)) return 'Password must have lowercase characters';
  if (settings.requiresUppercase && !/[A-Z]/.test(password)) return 'Password must have uppercase characters';
  if (settings.requiresNumbers && !/\d/.test(password)) return 'Password must have numeric characters';
  if (settings.requiresSymbols && !SYMBOLS.test(password)) return 'Password must have symbol characters';
  if (password !== password.trim()) return 'Password must not begin or end with a space';
  // The page knows it by this wording (src/account/remote-error.ts).
  if (isCommonPassword(password) || isMadeOfContext(password, names)) return 'Password is commonly used';
  return null;
}

/** Those that are guessed first: 49,000 of leaked lists, most frequent first, in small letters. As many as are long enough for any policy. */
const SHORTEST = 6;
let known: ReadonlySet<string> | null = null;

/** Whether a password is one of those that are guessed first, in whatever capitals. On the server alone: the list is 380 KB. */
function isCommonPassword(password: string): boolean {
  known ??= new Set(dictionary['passwords-common'].filter(({ length }) => length >= SHORTEST));
  return known.has(password.toLowerCase());
}
