import * as v from 'valibot';
import { gainedAliases, withVerified } from '../tables/attributes.ts';
import { type Address, expiredCode } from '../tables/codes.ts';
import { AccessToken, ClientMetadata, Code, knownClient, Password, Username } from './fields.ts';
import { foldName } from '../tables/fold-name.ts';
import { invalidParameter, notAuthorized, userNotFound, wrongPassword } from '../identity-error.ts';
import { operation, type OperationTable } from '../protocol.ts';
import type { IdentityPorts } from '../ports.ts';
import { type IdentityUser, verifiedAddress } from '../tables/user.ts';
import { namesOf } from '../crypto/passwords.ts';
import type { CurrentUser, UserChanges } from '../tables/users.ts';

type PasswordPorts = Pick<
  IdentityPorts,
  'pool' | 'users' | 'passwords' | 'attempts' | 'codes' | 'tokens' | 'sessions' | 'notices'
>;

/** Passwords forgotten and changed. */
export function createPasswordOperations({
  pool,
  users,
  passwords,
  attempts,
  codes,
  tokens,
  sessions,
  notices,
}: PasswordPorts): OperationTable {
  const ClientId = knownClient(pool);
  const changed = (user: IdentityUser, decide: (current: CurrentUser) => UserChanges) =>
    notices.telling(
      user,
      () => ['passwordChanged'],
      (alongside) => users.change(user.sub, decide, alongside),
    );
  return {
    ForgotPassword: operation(
      v.object({ ClientId, Username, ClientMetadata }),
      async ({ Username, ClientMetadata }) => {
        const user = await users.find(Username);
        const refusal = user ? resetRefusal(user) : userNotFound();
        if (refusal && !pool.hidesUsers) throw refusal;
        const delivery = await codes.send({
          sub: passwords.claimantOf(Username, user).sub,
          purpose: 'forgot-password',
          address: (user && recoveryAddress(user, Username)) ?? passwords.supposedAddress(Username),
          locale: user?.attributes['locale'] ?? ClientMetadata['locale'],
          isPretended: refusal !== null,
          isQuick: pool.hidesUsers,
        });
        return { CodeDeliveryDetails: delivery };
      },
    ),
    ConfirmForgotPassword: operation(
      v.object({ ClientId, Username, ConfirmationCode: Code, Password }),
      async ({ Username, ConfirmationCode, Password }) => {
        passwords.refuseWeak(Password, [Username]);
        const user = await users.find(Username);
        if (!user && !pool.hidesUsers) throw userNotFound();
        const { sub } = passwords.claimantOf(Username, user);
        const destination = await codes.take(sub, 'forgot-password', ConfirmationCode);
        const refusal = user ? resetRefusal(user) : userNotFound();
        if (!user || refusal) throw refusal;
        // Whoever has read the code has the address.
        const credentials = await passwords.hash(sub, Password);
        const decide = (current: CurrentUser): UserChanges => {
          const attributes = withVerified(current.attributes, destination);
          if (attributes === null) throw expiredCode();
          return { status: 'CONFIRMED', attributes, ...gainedAliases(pool, attributes), ...credentials };
        };
        await changed(user, decide);
        await attempts.clear(sub);
        // Who has read the mailbox is the user, and may sign in from here whoever else guesses.
        await attempts.succeed(sub);
        // Whoever knew the old password is out.
        await tokens.revokeAll(sub);
        return {};
      },
    ),
    ChangePassword: operation(
      v.object({ AccessToken, PreviousPassword: v.optional(Password), ProposedPassword: Password }),
      async ({ AccessToken, PreviousPassword = '', ProposedPassword }) => {
        const { user, session } = await tokens.bearer(AccessToken);
        await attempts.count(user.sub);
        if (!(await passwords.matches({ sub: user.sub, user }, PreviousPassword))) throw wrongPassword();
        await attempts.forgive(user.sub);
        passwords.refuseWeak(ProposedPassword, namesOf(user));
        const credentials = await passwords.hash(user.sub, ProposedPassword);
        await changed(user, () => credentials);
        // Whoever knew the old password is out; who has just shown to be the user stays.
        await tokens.revokeAll(user.sub, session.originJti);
        await sessions.confirm(session.originJti);
        return {};
      },
    ),
  };
}

function resetRefusal(user: IdentityUser) {
  if (!user.isEnabled) return notAuthorized('User is disabled.');
  if (user.status === 'FORCE_CHANGE_PASSWORD' || user.status === 'EXTERNAL_PROVIDER') {
    return notAuthorized('User password cannot be reset in the current state.');
  }
  if (recoveryAddress(user, user.username)) return null;
  return invalidParameter(
    'Cannot reset password for the user as there is no registered/verified email or phone_number',
  );
}

/**
 * Where a code goes that sets a new password: to the address that was given, where it is theirs, since it would go there as well if nobody
 * had it. Who has not confirmed yet confirms by it.
 */
function recoveryAddress(user: IdentityUser, name: string): Address | null {
  const addresses = (['email', 'phone_number'] as const).flatMap((attribute): Address[] => {
    const destination = user.status === 'UNCONFIRMED' ? user.attributes[attribute] : verifiedAddress(user, attribute);
    return destination ? [{ attribute, destination }] : [];
  });
  const isGiven = ({ destination }: Address) => foldName(destination) === foldName(name);
  return addresses.find(isGiven) ?? addresses[0] ?? null;
}
