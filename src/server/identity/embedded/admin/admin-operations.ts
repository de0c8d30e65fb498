import * as v from 'valibot';
import { IdentityError } from '../identity-error.ts';
import { operation, type OperationContext, type OperationTable } from '../protocol.ts';
import type { IdentityPorts } from '../ports.ts';
import { type CheckSignature, createSignatureCheck } from '../crypto/signature.ts';
import { knownPool } from './admin-fields.ts';
import { createNewUserOperations } from './new-user-operations.ts';
import { createAdminDeviceOperations } from './device-operations.ts';
import { createGroupOperations } from './group-operations.ts';
import { createListOperations } from './list-operations.ts';
import { createAdminPasswordOperations } from './password-operations.ts';
import { createUserOperations } from './user-operations.ts';

/** Everything that takes the installation's admin key, as the unchanged AWS SDK calls it. */
export function createAdminOperations(ports: IdentityPorts): OperationTable {
  const operations = {
    ...createNewUserOperations(ports),
    ...createUserOperations(ports),
    ...createAdminPasswordOperations(ports),
    ...createGroupOperations(ports),
    ...createListOperations(ports),
    ...createAdminDeviceOperations(ports),
    ...poolOperations(ports),
  };
  return signed(operations, createSignatureCheck(ports.pool.admin, ports.now));
}

/** Looks at the signature before anything else: who has none learns nothing from what is said about the input. */
function signed(operations: OperationTable, check: CheckSignature): OperationTable {
  const guarded = Object.entries(operations).map(([name, operation]) => [
    name,
    async (input: unknown, context: OperationContext) => {
      const refusal = check(context.request, context.body);
      if (refusal) throw new IdentityError(refusal.name, refusal.message);
      return operation(input, context);
    },
  ]);
  return Object.fromEntries(guarded);
}

function poolOperations({ pool }: Pick<IdentityPorts, 'pool'>): OperationTable {
  const { minLength, requiresLowercase, requiresNumbers, requiresSymbols, requiresUppercase } =
    pool.config.passwordSettings;
  const mfa = { off: 'OFF', optional: 'OPTIONAL', required: 'ON' } as const;
  return {
    DescribeUserPool: operation(v.object({ UserPoolId: knownPool(pool) }), async () => ({
      UserPool: {
        Id: pool.userPoolId,
        Name: pool.poolName,
        MfaConfiguration: mfa[pool.mfa],
        Policies: {
          PasswordPolicy: {
            MinimumLength: minLength,
            RequireLowercase: requiresLowercase,
            RequireUppercase: requiresUppercase,
            RequireNumbers: requiresNumbers,
            RequireSymbols: requiresSymbols,
          },
        },
      },
    })),
  };
}
