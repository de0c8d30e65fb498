import { gainedAliases, missingAttributes, writableAttributes } from '../tables/attributes.ts';
import { invalidParameter } from '../identity-error.ts';
import type { Response, SignInAnswer, SignInPorts } from './answer.ts';
import { afterDevice } from './next-challenge.ts';
import { presentUser } from './second-factor.ts';
import { namesOf } from '../crypto/passwords.ts';

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
    const given = givenAttributes(ports, responses);
    const credentials = await passwords.hash(sub, password);
    const changes = await users.change(sub, (current) => {
      const attributes = { ...current.attributes, ...given };
      const [missing] = missingAttributes(pool, attributes);
      if (missing !== undefined) throw invalidParameter(`Invalid attributes given, ${missing} is missing`);
      return { status: 'CONFIRMED', attributes, ...credentials, ...gainedAliases(pool, attributes) };
    });
    if (!changes) throw invalidParameter('An address given is that of another account.');
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
