import * as v from 'valibot';
import { AccessToken, Password } from './fields.ts';
import { wrongPassword } from '../identity-error.ts';
import { operation, type OperationTable } from '../protocol.ts';
import type { IdentityPorts } from '../ports.ts';

type Ports = Pick<IdentityPorts, 'tokens' | 'attempts' | 'passwords' | 'sessions'>;

/** Operations of this service that Amazon Cognito does not have, under a service name of their own: showing again who one is. */
export const OWN_SERVICE = 'ClipferryIdentityService';

export function createRecentOperations({ tokens, attempts, passwords, sessions }: Ports): OperationTable {
  return {
    /** Refused unless the user showed a short while ago who they are. */
    CheckRecentAuthentication: operation(v.object({ AccessToken }), async ({ AccessToken }) => {
      await tokens.recentBearer(AccessToken);
      return {};
    }),
    /** Counted as a guess, as in a change of the password. */
    ConfirmPassword: operation(v.object({ AccessToken, Password }), async ({ AccessToken, Password }) => {
      const { user, session } = await tokens.bearer(AccessToken);
      await attempts.count(user.sub);
      if (!(await passwords.matches({ sub: user.sub, user }, Password))) throw wrongPassword();
      await attempts.forgive(user.sub);
      await sessions.confirm(session.originJti);
      return {};
    }),
  };
}
