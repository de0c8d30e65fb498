import { aliasesOf, requiredAttributes, takenAddress, writableAttributes } from '../tables/attributes.ts';
import type { AttributeList } from '../operations/fields.ts';
import { IdentityError, invalidParameter } from '../identity-error.ts';
import type { PoolSettings } from '../pool.ts';
import type { IdentityPorts } from '../ports.ts';
import type { Aliases, UserAttributes, IdentityUser } from '../tables/user.ts';

const ADDRESSES = ['email', 'phone_number'] as const;
const FLAGS: readonly string[] = ADDRESSES.map((address) => `${address}_verified`);

/** What an administrator may write: what users may, and whether an address is known to be theirs. Throws IdentityError. */
export function adminAttributes(pool: PoolSettings, list: AttributeList): UserAttributes {
  const flags = list.filter(({ Name }) => FLAGS.includes(Name));
  const wrong = flags.find(({ Value }) => Value !== 'true' && Value !== 'false');
  if (wrong) throw invalidParameter(`Invalid value for attribute ${wrong.Name}: it is true or false.`);
  const others = list.filter(({ Name }) => !FLAGS.includes(Name));
  return {
    ...writableAttributes(pool, others),
    ...Object.fromEntries(flags.map(({ Name, Value }) => [Name, Value])),
  };
}

/**
 * Changes attributes of a user, and by what they are found. An address that is another than before is no longer known to be theirs,
 * unless that is said as well. Throws IdentityError.
 */
export async function changeAttributes(
  { pool, users }: Pick<IdentityPorts, 'pool' | 'users'>,
  user: IdentityUser,
  changes: UserAttributes,
): Promise<void> {
  const touched = ADDRESSES.filter((name) => name in changes || `${name}_verified` in changes);
  const changed = await users.change(user.sub, (current) => {
    const isMoved = (name: (typeof ADDRESSES)[number]) =>
      changes[name] !== undefined && changes[name] !== current.attributes[name];
    const moved = ADDRESSES.filter(isMoved).map((name) => [`${name}_verified`, 'false']);
    const attributes = { ...current.attributes, ...Object.fromEntries(moved), ...changes };
    return { attributes, ...Object.assign({}, ...touched.map((name) => aliasOf(pool, attributes, name))) };
  });
  if (changed) return;
  throw new IdentityError('AliasExistsException', takenAddress(touched[0] ?? 'email'));
}

/** Takes attributes from a user. Throws IdentityError where one is required, or is what the user signs in with. */
export async function removeAttributes(
  { pool, users }: Pick<IdentityPorts, 'pool' | 'users'>,
  user: IdentityUser,
  names: readonly string[],
): Promise<void> {
  const isName = (name: string) => !hasUsernames(pool) && pool.config.loginMechanisms.some((known) => known === name);
  const needed = names.find((name) => requiredAttributes(pool).includes(name) || isName(name) || name === 'sub');
  if (needed !== undefined) throw invalidParameter(`Cannot delete required attribute ${needed}.`);
  const gone = new Set(names.flatMap((name) => [name, `${name}_verified`]));
  const aliases = {
    ...(gone.has('email') && { emailAlias: null }),
    ...(gone.has('phone_number') && { phoneAlias: null }),
  };
  await users.change(user.sub, ({ attributes }) => ({
    attributes: Object.fromEntries(Object.entries(attributes).filter(([name]) => !gone.has(name))),
    ...aliases,
  }));
}

/** Where there are no usernames, people are found by their address from the beginning, known to be theirs or not. */
function aliasOf(pool: PoolSettings, attributes: UserAttributes, name: (typeof ADDRESSES)[number]): Partial<Aliases> {
  const signedUpWith = hasUsernames(pool) ? null : (attributes[name] ?? null);
  const { emailAlias, phoneAlias } = aliasesOf(pool, attributes, signedUpWith);
  return name === 'email' ? { emailAlias } : { phoneAlias };
}

function hasUsernames({ config }: PoolSettings): boolean {
  return config.loginMechanisms.includes('username');
}
