import * as v from 'valibot';
import { gainedAliases, missingAttributes, takenAddress, writableAttributes } from '../tables/attributes.ts';
import type { CodeDeliveryDetails } from '../tables/codes.ts';
import { AccessToken, AttributeList, ClientMetadata, Code } from './fields.ts';
import { IdentityError, invalidParameter } from '../identity-error.ts';
import { operation, type OperationTable } from '../protocol.ts';
import type { IdentityPorts } from '../ports.ts';
import { attributeList, type UserAttributes, type IdentityUser } from '../tables/user.ts';
import type { CurrentUser, UserChanges } from '../tables/users.ts';

type AccountPorts = Pick<IdentityPorts, 'pool' | 'users' | 'codes' | 'tokens' | 'recency' | 'notices'>;

const NOTICES = { email: 'emailChanged', phone_number: 'phoneChanged' } as const;

const ADDRESSES = ['email', 'phone_number'] as const;
type AddressAttribute = (typeof ADDRESSES)[number];
const AttributeName = v.picklist(ADDRESSES);

/** What signed-in users do with their own data. */
export function createAccountOperations(ports: AccountPorts): OperationTable {
  const { pool, users, codes, tokens, recency, notices } = ports;
  const sendCode = async (
    user: IdentityUser,
    attribute: AddressAttribute,
    destination: string,
    locale: string | undefined,
  ) =>
    codes.send({
      sub: user.sub,
      purpose: attribute,
      address: { attribute, destination },
      locale: user.attributes['locale'] ?? locale,
    });
  const refuseTaken = async (user: IdentityUser, attribute: AddressAttribute, address: string) => {
    const other = pool.config.loginMechanisms.includes(attribute) ? await users.find(address) : null;
    if (other && other.sub !== user.sub) throw new IdentityError('AliasExistsException', takenAddress(attribute));
  };
  return {
    GetUser: operation(v.object({ AccessToken }), async ({ AccessToken }) => {
      const { user } = await tokens.bearer(AccessToken);
      const { enabled, preferred } = user.mfa;
      return {
        Username: user.username,
        UserAttributes: attributeList(user),
        ...(enabled.length > 0 && { UserMFASettingList: enabled }),
        ...(preferred && { PreferredMfaSetting: preferred }),
      };
    }),
    UpdateUserAttributes: operation(
      v.object({ AccessToken, UserAttributes: AttributeList, ClientMetadata }),
      async ({ AccessToken, UserAttributes, ClientMetadata }) => {
        const bearer = await tokens.bearer(AccessToken);
        const { user } = bearer;
        const { email, phone_number, ...rest } = writableAttributes(pool, UserAttributes);
        const addresses: UserAttributes = { ...(email && { email }), ...(phone_number && { phone_number }) };
        const changed = ADDRESSES.filter((name) => addresses[name] && addresses[name] !== user.attributes[name]);
        if (changed.length > 0) recency.refuse(bearer);
        for (const name of changed) await refuseTaken(user, name, addresses[name] ?? '');
        if (Object.keys(rest).length > 0) {
          await users.change(user.sub, ({ attributes }) => ({ attributes: { ...attributes, ...rest } }));
        }
        const deliveries: CodeDeliveryDetails[] = [];
        // The old address stays until the new one is known to be theirs: a slip of the pen shuts nobody out.
        for (const name of changed) {
          deliveries.push(await sendCode(user, name, addresses[name] ?? '', ClientMetadata['locale']));
        }
        return { CodeDeliveryDetailsList: deliveries };
      },
    ),
    DeleteUserAttributes: operation(
      v.object({
        AccessToken,
        UserAttributeNames: v.pipe(v.array(v.pipe(v.string(), v.maxLength(32))), v.maxLength(50)),
      }),
      async ({ AccessToken, UserAttributeNames: names }) => {
        const bearer = await tokens.bearer(AccessToken);
        const { user } = bearer;
        if (names.some(isAddress)) recency.refuse(bearer);
        writableAttributes(
          pool,
          names.filter((name) => !isAddress(name)).map((Name) => ({ Name, Value: '' })),
        );
        const gone = new Set(names.flatMap((name) => (isAddress(name) ? [name, `${name}_verified`] : [name])));
        const aliases = {
          ...(gone.has('email') && { emailAlias: null }),
          ...(gone.has('phone_number') && { phoneAlias: null }),
        };
        const decide = (current: CurrentUser): UserChanges => {
          const attributes = Object.fromEntries(Object.entries(current.attributes).filter(([name]) => !gone.has(name)));
          const isLost = ADDRESSES.every((name) => !pool.config.loginMechanisms.includes(name) || !attributes[name]);
          const isUnreachable = isLost && !pool.config.loginMechanisms.includes('username');
          const [missing] = isUnreachable
            ? names
            : missingAttributes(pool, attributes).filter((name) => gone.has(name));
          if (missing !== undefined) throw invalidParameter(`Cannot delete required attribute: ${missing}`);
          // A second factor that would have nowhere to go.
          const lost = [...(gone.has('email') ? ['EMAIL_OTP'] : []), ...(gone.has('phone_number') ? ['SMS_MFA'] : [])];
          const enabled = current.mfa.enabled.filter((factor) => !lost.includes(factor));
          const preferred = enabled.find((factor) => factor === current.mfa.preferred) ?? null;
          return { attributes, ...aliases, mfa: { enabled, preferred } };
        };
        await notices.telling(
          user,
          () => ADDRESSES.filter((name) => gone.has(name) && user.attributes[name]).map((name) => NOTICES[name]),
          (alongside) => users.change(user.sub, decide, alongside),
        );
        return {};
      },
    ),
    GetUserAttributeVerificationCode: operation(
      v.object({ AccessToken, AttributeName, ClientMetadata }),
      async ({ AccessToken, AttributeName, ClientMetadata }) => {
        const { user } = await tokens.bearer(AccessToken);
        const destination = (await codes.destinationOf(user.sub, AttributeName)) ?? user.attributes[AttributeName];
        if (!destination) throw invalidParameter(`User does not have a ${AttributeName}.`);
        return { CodeDeliveryDetails: await sendCode(user, AttributeName, destination, ClientMetadata['locale']) };
      },
    ),
    VerifyUserAttribute: operation(
      v.object({ AccessToken, AttributeName, Code }),
      async ({ AccessToken, AttributeName, Code }) => {
        const { user } = await tokens.bearer(AccessToken);
        const address = await codes.take(user.sub, AttributeName, Code);
        const decide = (current: CurrentUser): UserChanges => {
          const attributes = { ...current.attributes, [AttributeName]: address, [`${AttributeName}_verified`]: 'true' };
          return { attributes, ...gainedAliases(pool, attributes) };
        };
        await notices.telling(
          user,
          () => (user.attributes[AttributeName] === address ? [] : [NOTICES[AttributeName]]),
          async (alongside) => {
            const changed = await users.change(user.sub, decide, alongside);
            if (!changed) throw new IdentityError('AliasExistsException', takenAddress(AttributeName));
          },
        );
        return {};
      },
    ),
    DeleteUser: operation(v.object({ AccessToken }), async ({ AccessToken }) => {
      const { user } = await tokens.recentBearer(AccessToken);
      await tokens.revokeAll(user.sub);
      await users.remove(user.sub);
      return {};
    }),
  };
}

function isAddress(name: string): name is AddressAttribute {
  return ADDRESSES.some((address) => address === name);
}
