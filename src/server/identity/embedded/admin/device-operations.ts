import * as v from 'valibot';
import { DeviceKey, Username } from '../operations/fields.ts';
import { IdentityError } from '../identity-error.ts';
import { operation, type OperationTable } from '../protocol.ts';
import type { IdentityPorts } from '../ports.ts';
import { existingUser, knownPool, Limit, toSeconds } from './admin-fields.ts';

type Ports = Pick<IdentityPorts, 'pool' | 'users' | 'devices' | 'sessions'>;

/** Browsers that a user has signed in with. */
export function createAdminDeviceOperations(ports: Ports): OperationTable {
  const OneUser = v.object({ UserPoolId: knownPool(ports.pool), Username });
  return {
    AdminListDevices: operation(v.object({ ...OneUser.entries, Limit }), async ({ Username, Limit }) => {
      const { sub } = await existingUser(ports, Username);
      const devices = (await ports.devices.list(sub)).slice(0, Limit);
      return {
        Devices: devices.map(({ key, name, createdAt, modifiedAt, authenticatedAt }) => ({
          DeviceKey: key,
          DeviceAttributes: [{ Name: 'device_name', Value: name }],
          DeviceCreateDate: toSeconds(createdAt),
          DeviceLastModifiedDate: toSeconds(modifiedAt),
          DeviceLastAuthenticatedDate: toSeconds(authenticatedAt),
        })),
      };
    }),
    AdminForgetDevice: operation(v.object({ ...OneUser.entries, DeviceKey }), async ({ Username, DeviceKey }) => {
      const { sub } = await existingUser(ports, Username);
      if (!(await ports.devices.forget(sub, DeviceKey))) {
        throw new IdentityError('ResourceNotFoundException', 'Device does not exist.');
      }
      await ports.sessions.revokeDevice(sub, DeviceKey);
      return {};
    }),
  };
}
