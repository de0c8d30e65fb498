import { randomUUID } from 'node:crypto';
import * as v from 'valibot';
import {
  aliasesOf,
  attributeOfName,
  gainedAliases,
  isEmail,
  missingAttributes,
  takenAddress,
  withVerified,
  writableAttributes,
} from './attributes.ts';
import { type Address, type CodeDelivery, expiredCode } from './codes.ts';
import { AttributeList, ClientMetadata, Code, knownClient, Password, Username } from './fields.ts';
import { IdentityError, invalidParameter, notAuthorized, userNotFound } from './identity-error.ts';
import { operation, type OperationTable } from './operation.ts';
import { messageLanguage } from './messages/message-language.ts';
import { IDENTITY_PATH } from './pool.ts';
import type { IdentityPorts } from './ports.ts';
import type { Attributes, IdentityUser } from './user.ts';

type SignUpPorts = Pick<IdentityPorts, 'pool' | 'users' | 'passwords' | 'codes' | 'limits' | 'now'>;
type Locale = string | undefined;

/** How long a name is kept for whoever took it without confirming. */
const UNCONFIRMED_VALID_MS = 24 * 60 * 60 * 1000;

export function createSignUpOperations(ports: SignUpPorts): OperationTable {
  const { pool, users, passwords, codes, limits } = ports;
  const ClientId = knownClient(pool);
  const claimantOf = async (name: string) => {
    const user = await users.find(name);
    if (!user && !pool.hidesUsers) throw userNotFound();
    return passwords.claimantOf(name, user);
  };
  return {
    SignUp: operation(
      v.object({ ClientId, Username, Password, UserAttributes: v.optional(AttributeList, []), ClientMetadata }),
      async ({ Username, Password, UserAttributes, ClientMetadata }) => {
        if (!pool.config.hasSignUp) throw notAuthorized('SignUp is not permitted for this user pool');
        await limits.take('signUps');
        const user = await createUser(ports, { name: Username, password: Password, attributes: UserAttributes });
        const isConfirmed = user.status === 'CONFIRMED';
        const delivery = isConfirmed ? null : await sendCode(ports, user, ClientMetadata['locale']);
        return { UserSub: user.sub, UserConfirmed: isConfirmed, ...(delivery && { CodeDeliveryDetails: delivery }) };
      },
    ),
    ConfirmSignUp: operation(
      v.object({ ClientId, Username, ConfirmationCode: Code, ForceAliasCreation: v.optional(v.boolean(), false) }),
      async ({ Username, ConfirmationCode, ForceAliasCreation }) => {
        const { sub, user } = await claimantOf(Username);
        if (user && user.status !== 'UNCONFIRMED') {
          throw notAuthorized(`User cannot be confirmed. Current status is ${user.status}`);
        }
        const destination = await codes.take(sub, 'sign-up', ConfirmationCode);
        if (user) await confirmUser(ports, user, destination, ForceAliasCreation);
        return {};
      },
    ),
    ResendConfirmationCode: operation(
      v.object({ ClientId, Username, ClientMetadata }),
      async ({ Username, ClientMetadata }) => {
        const { sub, user } = await claimantOf(Username);
        if (user && user.status !== 'UNCONFIRMED') throw invalidParameter('User is already confirmed.');
        const locale = ClientMetadata['locale'];
        const delivery = user
          ? await sendCode(ports, user, locale, { isQuick: pool.hidesUsers })
          : await codes.send({
              sub,
              purpose: 'sign-up',
              address: supposedAddress(Username),
              locale,
              isPretended: true,
            });
        return { CodeDeliveryDetails: delivery };
      },
    ),
  };
}

/** Confirms a user and the address that the code had gone to. Throws IdentityError where that is another user's by now. */
export async function confirmUser(
  { pool, users }: Pick<SignUpPorts, 'pool' | 'users'>,
  user: IdentityUser,
  destination: string,
  forceAlias: boolean,
): Promise<void> {
  const attributes = withVerified(user.attributes, destination);
  if (attributes === null) throw expiredCode();
  const aliases = gainedAliases(pool, attributes);
  if (forceAlias) await users.releaseAlias(destination, user.sub);
  if (await users.update(user.sub, { status: 'CONFIRMED', attributes, ...aliases })) return;
  throw new IdentityError('AliasExistsException', takenAddress(isEmail(destination) ? 'email' : 'phone_number'));
}

type Wanted = { name: string; password: string; attributes: AttributeList };

async function createUser({ pool, users, passwords, now }: SignUpPorts, { name, password, attributes: list }: Wanted) {
  passwords.refuseWeak(password);
  const attribute = attributeOfName(pool, name);
  const given: Attributes = { ...writableAttributes(pool, list), ...(attribute && { [attribute]: name }) };
  const [missing] = missingAttributes(pool, given);
  if (missing !== undefined) {
    throw invalidParameter(
      `Attributes did not conform to the schema: ${missing}: The attribute ${missing} is required`,
    );
  }
  const addresses = (['email', 'phone_number'] as const).filter((address) => given[address] !== undefined);
  const unverified = Object.fromEntries(addresses.map((address) => [`${address}_verified`, 'false']));
  const attributes = { ...given, ...unverified };
  await users.forgetUnconfirmed(name, new Date(now() - UNCONFIRMED_VALID_MS));
  const sub = randomUUID();
  const user = await users.create({
    sub,
    username: attribute ? sub : name,
    // Without an address there is nothing to confirm.
    status: addresses.length > 0 ? 'UNCONFIRMED' : 'CONFIRMED',
    isEnabled: true,
    attributes,
    ...aliasesOf(pool, attributes, attribute ? name : null),
    ...(await passwords.hash(sub, password)),
    totpSecret: null,
    totpPending: null,
    totpStep: null,
    mfa: { enabled: [], preferred: null },
  });
  if (user) return user;
  const message = attribute ? takenAddress(attribute) : 'User already exists';
  throw new IdentityError('UsernameExistsException', message);
}

function sendCode(
  { pool, codes }: SignUpPorts,
  user: IdentityUser,
  locale: Locale,
  { isQuick = false } = {},
): Promise<CodeDelivery> {
  const { email, phone_number: phone } = user.attributes;
  const address: Address = email
    ? { attribute: 'email', destination: email }
    : { attribute: 'phone_number', destination: phone ?? '' };
  const language = messageLanguage(user.attributes['locale'], locale);
  const link = (code: string) =>
    `${pool.origin}${IDENTITY_PATH}confirm?${new URLSearchParams({ user: user.sub, code, locale: language })}`;
  return codes.send({
    sub: user.sub,
    purpose: 'sign-up',
    address,
    locale: user.attributes['locale'] ?? locale,
    isQuick,
    ...(pool.verification === 'link' && email && { link }),
  });
}

/** Where a message to a name would go that nobody has. */
export function supposedAddress(name: string): Address {
  return name.startsWith('+')
    ? { attribute: 'phone_number', destination: name }
    : { attribute: 'email', destination: name.includes('@') ? name : `${name}@${name}` };
}
