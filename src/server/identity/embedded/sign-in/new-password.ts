import { gainedAliases, missingAttributes, writableAttributes } from '../attributes.ts';
import { invalidParameter } from '../identity-error.ts';
import type { Response, SignInAnswer, SignInPorts } from './answer.ts';
import { afterDevice } from './next.ts';
import { presentUser } from './second-factor.ts';
import { namesOf } from '../passwords.ts';

const PREFIX = 'userAttributes.';

/** Replaces the password that an administrator has chosen, and takes the attributes that are still missing. */
export async function answerNewPassword(
  ports: SignInPorts,
  { taken, responses, metadata }: Response<'NEW_PASSWORD_REQUIRED'>,
): Promise<SignInAnswer> {
  const { pool, users, passwords } = ports;
  const user = presentUser(taken.user);
  const { sub } = user;
  const password = responses['NEW_PASSWORD'] ?? '';
  try {
    passwords.refuseWeak(password, namesOf(user));
    const attributes = { ...user.attributes, ...givenAttributes(ports, responses) };
    const [missing] = missingAttributes(pool, attributes);
    if (missing !== undefined) throw invalidParameter(`Invalid attributes given, ${missing} is missing`);
    const changes = { status: 'CONFIRMED', attributes, ...(await passwords.hash(sub, password)) } as const;
    const isUpdated = await users.update(sub, { ...changes, ...gainedAliases(pool, attributes) });
    if (!isUpdated) throw invalidParameter('An address given is that of another account.');
    return await afterDevice(
      ports,
      { ...user, ...changes },
      { metadata, deviceKey: taken.challenge.deviceKey, isCounted: false },
    );
  } catch (error) {
    await ports.challenges.putBack(taken);
    throw error;
  }
}

function givenAttributes({ pool }: SignInPorts, responses: Readonly<Record<string, string>>) {
  const given = Object.entries(responses).filter(([name]) => name.startsWith(PREFIX));
  const attributes = writableAttributes(
    pool,
    given.map(([name, Value]) => ({ Name: name.slice(PREFIX.length), Value })),
  );
  const addresses = ['email', 'phone_number'].filter((name) => attributes[name] !== undefined);
  return { ...attributes, ...Object.fromEntries(addresses.map((name) => [`${name}_verified`, 'false'])) };
}
