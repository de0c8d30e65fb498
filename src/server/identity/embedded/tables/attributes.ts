import { STANDARD_ATTRIBUTES } from '#/model/account.ts';
import type { AttributeList } from '../operations/fields.ts';
import { foldName } from './fold-name.ts';
import { invalidParameter, notAuthorized } from '../identity-error.ts';
import type { PoolSettings } from '../pool.ts';
import type { Aliases, UserAttributes } from './user.ts';

/** Of all attributes as JSON. The id token has them, and a third more as base64; Node takes 16 KB for all headers of a request. */
const ATTRIBUTES_MAX_BYTES = 4096;
const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;
const PHONE = /^\+\d{7,15}$/;

export const isEmail = (text: string): boolean => EMAIL.test(text) && text.length <= 254;
const isPhoneNumber = (text: string): boolean => PHONE.test(text);

/** Attributes that a client may write. Throws IdentityError for others, and for addresses that cannot be any. */
export function writableAttributes(pool: PoolSettings, list: AttributeList): UserAttributes {
  for (const { Name, Value } of list) {
    refuseUnknown(pool, Name);
    if (Name === 'email' && !isEmail(Value)) throw invalidParameter('Invalid email address format.');
    if (Name === 'phone_number' && !isPhoneNumber(Value)) throw invalidParameter('Invalid phone number format.');
  }
  return Object.fromEntries(list.map(({ Name, Value }) => [Name, Value]));
}

function refuseUnknown({ config }: PoolSettings, name: string): void {
  if (name === 'sub' || name.endsWith('_verified') || name === 'identities') {
    throw notAuthorized('A client attempted to write unauthorized attribute');
  }
  const isKnown =
    STANDARD_ATTRIBUTES.some((known) => known === name) || config.signUpAttributes.some((known) => known === name);
  if (!isKnown)
    throw invalidParameter(`Attributes did not conform to the schema: ${name}: Attribute does not exist in schema.`);
}

/** What every user has: the addresses that people sign in with, and what sign-up asks for. Custom ones never are. */
export function requiredAttributes({ config }: PoolSettings): string[] {
  const { loginMechanisms, signUpAttributes, formFields } = config;
  // Where people are known by either of two addresses, neither is required.
  const isOneOfTwo = loginMechanisms.length > 1 && !loginMechanisms.includes('username');
  const addresses = isOneOfTwo ? [] : loginMechanisms.filter((name) => name !== 'username');
  const asked = signUpAttributes.filter(
    (name) => !name.startsWith('custom:') && formFields.signUp?.[name]?.isRequired !== false,
  );
  return [...new Set<string>([...addresses, ...asked])];
}

/**
 * Throws IdentityError where attributes take more than an id token may have of them. What was longer before there was a bound may become
 * shorter by and by.
 */
export function refuseTooLong(attributes: UserAttributes, former: UserAttributes = {}): void {
  const bytes = sizeOf(attributes);
  if (bytes <= ATTRIBUTES_MAX_BYTES || bytes <= sizeOf(former)) return;
  throw invalidParameter(`Attributes are too long together: ${bytes} bytes of at most ${ATTRIBUTES_MAX_BYTES}.`);
}

function sizeOf(attributes: UserAttributes): number {
  return Buffer.byteLength(JSON.stringify(attributes));
}

/** Names of required attributes that are not there. */
export function missingAttributes(pool: PoolSettings, attributes: UserAttributes): string[] {
  return requiredAttributes(pool).filter((name) => !attributes[name]);
}

/** With the address known to be theirs that a code had gone to; null: it is none of the user's any more. */
export function withVerified(attributes: UserAttributes, destination: string): UserAttributes | null {
  const name = (['email', 'phone_number'] as const).find((address) => attributes[address] === destination);
  return name === undefined ? null : { ...attributes, [`${name}_verified`]: 'true' };
}

/**
 * Addresses by which a user is found: those that are known to be theirs, and the one that they signed up with, which is how they
 * are found until it is confirmed.
 */
export function aliasesOf({ config }: PoolSettings, attributes: UserAttributes, signedUpWith: string | null): Aliases {
  const aliasOf = (name: 'email' | 'phone_number') => {
    const address = attributes[name];
    if (address === undefined || !config.loginMechanisms.includes(name)) return null;
    return attributes[`${name}_verified`] === 'true' || address === signedUpWith ? foldName(address) : null;
  };
  return { emailAlias: aliasOf('email'), phoneAlias: aliasOf('phone_number') };
}

/** The same, of which those that there are not leave what was: whoever signed up with a number keeps it when an e-mail is confirmed. */
export function gainedAliases(
  pool: PoolSettings,
  attributes: UserAttributes,
  signedUpWith: string | null = null,
): Partial<Aliases> {
  const gained = Object.entries(aliasesOf(pool, attributes, signedUpWith)).filter(([, alias]) => alias !== null);
  return Object.fromEntries(gained);
}

/** The attribute that a name given at sign-up is the value of; null: it is a username. Throws IdentityError where it is neither. */
export function attributeOfName({ config }: PoolSettings, name: string): 'email' | 'phone_number' | null {
  const takes = (mechanism: (typeof config.loginMechanisms)[number]) => config.loginMechanisms.includes(mechanism);
  if (takes('username')) {
    if (takes('email') && isEmail(name)) {
      throw invalidParameter('Username cannot be of email format, since user pool is configured for email alias.');
    }
    if (takes('phone_number') && isPhoneNumber(name)) {
      throw invalidParameter(
        'Username cannot be of phone number format, since user pool is configured for phone number alias.',
      );
    }
    if (/\s/.test(name)) throw invalidParameter('Username must not have spaces.');
    return null;
  }
  if (takes('email') && isEmail(name)) return 'email';
  if (takes('phone_number') && isPhoneNumber(name)) return 'phone_number';
  if (takes('email') && takes('phone_number'))
    throw invalidParameter('Username should be either an email or a phone number.');
  throw invalidParameter(takes('email') ? 'Username should be an email.' : 'Username should be a phone number.');
}

/** An alias that another user has; `what` as Amazon Cognito names it. */
export function takenAddress(attribute: 'email' | 'phone_number'): string {
  return `An account with the given ${attribute} already exists.`;
}
