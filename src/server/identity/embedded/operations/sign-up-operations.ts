import { randomUUID } from 'node:crypto';
import * as v from 'valibot';
import {
  aliasesOf,
  attributeOfName,
  gainedAliases,
  isEmail,
  missingAttributes,
  refuseTooLong,
  takenAddress,
  withVerified,
  writableAttributes,
} from '../tables/attributes.ts';
import { expiredCode } from '../tables/codes.ts';
import { AttributeList, ClientMetadata, Code, knownClient, Password, Username } from './fields.ts';
import { IdentityError, invalidParameter, notAuthorized, tooManyAttempts, userNotFound } from '../identity-error.ts';
import { operation, type OperationTable } from '../protocol.ts';
import type { Alongside } from '../notices.ts';
import type { IdentityPorts } from '../ports.ts';
import { pretendedSignUpCode, signUpCode } from './sign-up-code.ts';
import type { UserAttributes, IdentityUser } from '../tables/user.ts';
import type { NewUser } from '../tables/users.ts';

type SignUpPorts = Pick<IdentityPorts, 'pool' | 'users' | 'passwords' | 'codes' | 'limits' | 'now'>;
type Locale = string | undefined;

/** How long a name is kept for whoever took it without confirming. */
const UNCONFIRMED_VALID_MS = 24 * 60 * 60 * 1000;
/** How often a sign-up looks who has the name, where that changes while it is at work. */
const TRIES = 3;

export function createSignUpOperations(ports: SignUpPorts): OperationTable {
  const { pool, users, passwords, codes, limits } = ports;
  const ClientId = knownClient(pool);
  const claimantOf = async (name: string) => {
    const user = await users.find(name);
    if (!user && !pool.hidesUsers) throw userNotFound();
    const isTaken = user !== null && user.status !== 'UNCONFIRMED';
    // Whoever has an account is answered like whoever has none, by what is kept of the name.
    const nobody = isTaken && pool.hidesTakenNames ? passwords.claimantOf(name, null).sub : null;
    return { sub: nobody ?? passwords.claimantOf(name, user).sub, user, isTaken };
  };
  return {
    SignUp: operation(
      v.object({ ClientId, Username, Password, UserAttributes: v.optional(AttributeList, []), ClientMetadata }),
      async ({ Username, Password, UserAttributes, ClientMetadata }) => {
        if (!pool.config.hasSignUp) throw notAuthorized('SignUp is not permitted for this user pool');
        await limits.take('signUps');
        const wanted = { name: Username, password: Password, attributes: UserAttributes };
        const locale = ClientMetadata['locale'];
        if (pool.hidesTakenNames && isAddressName(pool, Username)) return signUpUnseen(ports, wanted, locale);
        const user = await createUser(ports, wanted);
        const isConfirmed = user.status === 'CONFIRMED';
        const delivery = isConfirmed ? null : await codes.send(signUpCode(ports, user, locale));
        return { UserSub: user.sub, UserConfirmed: isConfirmed, ...(delivery && { CodeDeliveryDetails: delivery }) };
      },
    ),
    ConfirmSignUp: operation(
      v.object({ ClientId, Username, ConfirmationCode: Code, ForceAliasCreation: v.optional(v.boolean(), false) }),
      async ({ Username, ConfirmationCode, ForceAliasCreation }) => {
        const { sub, user, isTaken } = await claimantOf(Username);
        if (isTaken && !pool.hidesTakenNames) {
          throw notAuthorized(`User cannot be confirmed. Current status is ${user?.status}`);
        }
        const destination = await codes.take(sub, 'sign-up', ConfirmationCode);
        if (user && !isTaken) await confirmUser(ports, user, destination, ForceAliasCreation);
        return {};
      },
    ),
    ResendConfirmationCode: operation(
      v.object({ ClientId, Username, ClientMetadata }),
      async ({ Username, ClientMetadata }) => {
        const { sub, user, isTaken } = await claimantOf(Username);
        if (isTaken && !pool.hidesTakenNames) throw invalidParameter('User is already confirmed.');
        const locale = ClientMetadata['locale'];
        const code =
          user && !isTaken
            ? signUpCode(ports, user, locale, { isQuick: pool.hidesUsers })
            : pretendedSignUpCode(ports, { sub, name: Username, owner: user, locale });
        return { CodeDeliveryDetails: await codes.send(code) };
      },
    ),
  };
}

/**
 * Confirms a user, who was found before the code was taken, and the address that it had gone to. Throws IdentityError where that is another
 * user's by now, or where somebody has signed up anew meanwhile: the code was not for the password of then.
 */
export async function confirmUser(
  { pool, users }: Pick<SignUpPorts, 'pool' | 'users'>,
  user: IdentityUser,
  destination: string,
  forceAlias: boolean,
): Promise<void> {
  if (withVerified(user.attributes, destination) === null) throw expiredCode();
  if (forceAlias) await users.releaseAlias(destination, user.sub);
  const changed = await users.change(user.sub, (current) => {
    const attributes = withVerified(current.attributes, destination);
    if (attributes === null || current.verifier !== user.verifier) throw expiredCode();
    return { status: 'CONFIRMED', attributes, ...gainedAliases(pool, attributes) };
  });
  if (changed) return;
  throw new IdentityError('AliasExistsException', takenAddress(isEmail(destination) ? 'email' : 'phone_number'));
}

type Wanted = { name: string; password: string; attributes: AttributeList };

/** What a sign-up makes of what was given. Throws IdentityError where it does not fit; nobody else's accounts come into it. */
function readWanted({ pool, passwords }: SignUpPorts, { name, password, attributes: list }: Wanted) {
  passwords.refuseWeak(password, [name, ...list.map(({ Value }) => Value)]);
  const attribute = attributeOfName(pool, name);
  const given: UserAttributes = { ...writableAttributes(pool, list), ...(attribute && { [attribute]: name }) };
  const [missing] = missingAttributes(pool, given);
  if (missing !== undefined) {
    throw invalidParameter(
      `Attributes did not conform to the schema: ${missing}: The attribute ${missing} is required`,
    );
  }
  refuseByOwnRules(pool, { ...given, password, ...(attribute === null && { username: name }) });
  const addresses = (['email', 'phone_number'] as const).filter((address) => given[address] !== undefined);
  const unverified = Object.fromEntries(addresses.map((address) => [`${address}_verified`, 'false']));
  const attributes = { ...given, ...unverified };
  refuseTooLong(attributes);
  const aliases = aliasesOf(pool, attributes, attribute ? name : null);
  return { attribute, attributes, aliases, hasAddress: addresses.length > 0 };
}

/** As a pool's PreSignUp trigger refuses. Throws IdentityError UserLambdaValidationException. */
function refuseByOwnRules({ config, signUpRules }: SignUpPorts['pool'], given: UserAttributes): void {
  const asked = ['password', ...config.loginMechanisms, ...config.signUpAttributes];
  const values = { ...Object.fromEntries(asked.map((name) => [name, ''])), ...given };
  const broken = signUpRules.find(({ field, isMet }) => asked.includes(field) && !isMet(values));
  if (broken)
    throw new IdentityError('UserLambdaValidationException', `PreSignUp failed with error ${broken.texts.en}`);
}

function newUser(
  sub: string,
  { attributes, aliases, hasAddress }: ReturnType<typeof readWanted>,
  credentials: { salt: string; verifier: string },
): NewUser {
  return {
    sub,
    username: sub,
    // Without an address there is nothing to confirm.
    status: hasAddress ? 'UNCONFIRMED' : 'CONFIRMED',
    isEnabled: true,
    attributes,
    ...aliases,
    ...credentials,
    totpSecret: null,
    totpPending: null,
    totpStep: null,
    mfa: { enabled: [], preferred: null },
  };
}

/** Where who has an account is no secret: a name that is taken is refused. */
async function createUser(ports: SignUpPorts, wanted: Wanted): Promise<IdentityUser> {
  const { users, passwords, now } = ports;
  const read = readWanted(ports, wanted);
  await users.forgetUnconfirmed(wanted.name, new Date(now() - UNCONFIRMED_VALID_MS));
  const sub = randomUUID();
  const made = newUser(sub, read, await passwords.hash(sub, wanted.password));
  const user = await users.create(read.attribute ? made : { ...made, username: wanted.name });
  if (user) return user;
  const message = read.attribute ? takenAddress(read.attribute) : 'User already exists';
  throw new IdentityError('UsernameExistsException', message);
}

/** Whether people are known by addresses alone: a name that somebody chose is public in any case. */
function isAddressName({ config }: SignUpPorts['pool'], name: string): boolean {
  return !config.loginMechanisms.includes('username') && name !== '';
}

/**
 * A sign-up whose answer does not tell whether the address has an account: the same answer, after the same work. Who has one is told by a
 * message, and nobody else. Who signs up again before the code was entered begins anew, with what was given last: the code and what it is
 * for are written together or not at all, since a code that went out before would otherwise confirm what somebody else has given. The sub is
 * what every sign-in with the name has shown before, so that comparing them tells nothing either.
 */
async function signUpUnseen(ports: SignUpPorts, wanted: Wanted, locale: Locale, tries = 1): Promise<object> {
  const { users, passwords, codes } = ports;
  const { name, password } = wanted;
  const read = readWanted(ports, wanted);
  const { shownSub, user } = passwords.claimantOf(name, await users.find(name));
  const isSpent = await users.isSpent(shownSub);
  const sub = user === null && isSpent ? randomUUID() : shownSub;
  const credentials = await passwords.hash(sub, password, { isShown: true });
  const made = newUser(sub, read, credentials);
  const isTaken = user !== null && !(user.status === 'UNCONFIRMED' && user.isEnabled);
  const code = await codes.prepare(
    isTaken
      ? pretendedSignUpCode(ports, { sub: passwords.claimantOf(name, null).sub, name, owner: user, locale })
      : signUpCode(ports, made, locale, { isQuick: true }),
  );
  const alongside: Alongside = (tx) => codes.add(tx, code);
  const changes = isTaken ? null : { attributes: read.attributes, ...read.aliases, ...credentials };
  const isWritten = user
    ? await users.signUpAgain(user.sub, changes, alongside)
    : (await users.create(made, alongside)) !== null;
  if (!isWritten) {
    // Whoever has the name has confirmed it meanwhile, or has just signed up with it, or is gone.
    if (tries === TRIES) throw tooManyAttempts();
    return signUpUnseen(ports, wanted, locale, tries + 1);
  }
  return { UserSub: sub, UserConfirmed: false, CodeDeliveryDetails: await codes.sendAdded(code) };
}
