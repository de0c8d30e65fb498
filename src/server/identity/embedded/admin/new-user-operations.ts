import { randomUUID } from 'node:crypto';
import * as v from 'valibot';
import { aliasesOf, attributeOfName } from '../tables/attributes.ts';
import type { Message } from '../deliver.ts';
import { AttributeList, ClientMetadata, Password, Username } from '../operations/fields.ts';
import { IdentityError, invalidParameter } from '../identity-error.ts';
import { operation, type OperationTable } from '../protocol.ts';
import type { IdentityPorts } from '../ports.ts';
import { TEMPORARY_PASSWORD_VALID_S } from '../tables/temporary-passwords.ts';
import type { IdentityUser } from '../tables/user.ts';
import { adminAttributes } from './admin-attributes.ts';
import { describeUser, existingUser, knownPool } from './admin-fields.ts';
import { temporaryPassword } from './temporary-password.ts';

type Ports = Pick<IdentityPorts, 'pool' | 'users' | 'passwords' | 'deliver' | 'now'>;

const UNCONFIRMED_VALID_MS = 24 * 60 * 60 * 1000;

/** `AdminCreateUser`: a user with a temporary password, who is told it unless `MessageAction` is `SUPPRESS`. */
export function createNewUserOperations(ports: Ports): OperationTable {
  const Input = v.object({
    UserPoolId: knownPool(ports.pool),
    Username,
    TemporaryPassword: v.optional(Password),
    UserAttributes: v.optional(AttributeList, []),
    MessageAction: v.optional(v.picklist(['RESEND', 'SUPPRESS'])),
    DesiredDeliveryMediums: v.optional(v.array(v.picklist(['EMAIL', 'SMS']))),
    ClientMetadata,
  });
  return {
    AdminCreateUser: operation(Input, async (input) => {
      const password = input.TemporaryPassword ?? temporaryPassword(ports.pool.config.passwordSettings);
      ports.passwords.refuseWeak(password, [input.Username, ...input.UserAttributes.map(({ Value }) => Value)]);
      const isAgain = input.MessageAction === 'RESEND';
      const user = isAgain
        ? await renewPassword(ports, input.Username, password)
        : await makeUser(ports, { name: input.Username, password, attributes: input.UserAttributes });
      if (input.MessageAction !== 'SUPPRESS') {
        const locale = user.attributes['locale'] ?? input.ClientMetadata['locale'];
        await invite(ports, user, input.DesiredDeliveryMediums, { name: input.Username, password, locale });
      }
      return { User: describeUser(user) };
    }),
  };
}

type Wanted = { name: string; password: string; attributes: AttributeList };

async function makeUser({ pool, users, passwords, now }: Ports, { name, password, attributes: list }: Wanted) {
  const attribute = attributeOfName(pool, name);
  const attributes = { ...adminAttributes(pool, list), ...(attribute && { [attribute]: name }) };
  await users.forgetUnconfirmed(name, new Date(now() - UNCONFIRMED_VALID_MS));
  const sub = randomUUID();
  const user = await users.create({
    sub,
    username: attribute ? sub : name,
    status: 'FORCE_CHANGE_PASSWORD',
    isEnabled: true,
    attributes,
    ...aliasesOf(pool, attributes, attribute ? name : null),
    ...(await passwords.hash(sub, password)),
    totpSecret: null,
    totpPending: null,
    totpStep: null,
    mfa: { enabled: [], preferred: null },
  });
  if (!user) throw new IdentityError('UsernameExistsException', 'User account already exists');
  return user;
}

/** For an invitation that went astray. */
async function renewPassword(ports: Ports, name: string, password: string): Promise<IdentityUser> {
  const user = await existingUser(ports, name);
  if (user.status !== 'FORCE_CHANGE_PASSWORD') {
    throw new IdentityError(
      'UnsupportedUserStateException',
      `Resend not possible. ${user.username} status is not FORCE_CHANGE_PASSWORD`,
    );
  }
  await ports.users.update(user.sub, await ports.passwords.hash(user.sub, password));
  return user;
}

async function invite(
  { deliver }: Ports,
  { attributes }: IdentityUser,
  media: readonly Message['medium'][] = attributes['email'] ? ['EMAIL'] : ['SMS'],
  { name, password, locale }: { name: string; password: string; locale: string | undefined },
): Promise<void> {
  for (const medium of media) {
    const destination = attributes[medium === 'EMAIL' ? 'email' : 'phone_number'];
    if (!destination) throw invalidParameter(`The user has no address for ${medium}.`);
    await deliver({
      medium,
      destination,
      purpose: 'invitation',
      code: password,
      name,
      validS: TEMPORARY_PASSWORD_VALID_S,
      ...(locale !== undefined && { locale }),
    });
  }
}
