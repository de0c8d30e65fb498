import * as v from 'valibot';
import { AccessToken, knownClient } from './fields.ts';
import { operation, type OperationTable } from '../protocol.ts';
import type { IdentityPorts } from '../ports.ts';

/** What becomes of a session after the sign-in. */
export function createSessionOperations({ pool, tokens }: Pick<IdentityPorts, 'pool' | 'tokens'>): OperationTable {
  const ClientId = knownClient(pool);
  const RefreshToken = v.pipe(v.string(), v.minLength(1), v.maxLength(2048));
  return {
    GetTokensFromRefreshToken: operation(v.object({ ClientId, RefreshToken }), async ({ RefreshToken }) => ({
      AuthenticationResult: await tokens.refresh(RefreshToken),
    })),
    RevokeToken: operation(v.object({ ClientId, Token: RefreshToken }), async ({ Token }) => {
      await tokens.revoke(Token);
      return {};
    }),
    GlobalSignOut: operation(v.object({ AccessToken }), async ({ AccessToken }) => {
      const { user } = await tokens.bearer(AccessToken);
      await tokens.revokeAll(user.sub);
      return {};
    }),
  };
}
