import * as v from 'valibot';
import type { KnownDevice } from '../tables/devices.ts';
import { AccessToken, DeviceKey } from './fields.ts';
import { IdentityError, invalidParameter } from '../identity-error.ts';
import { operation, type OperationTable } from '../protocol.ts';
import type { IdentityPorts } from '../ports.ts';

type DevicePorts = Pick<IdentityPorts, 'tokens' | 'devices' | 'sessions'>;

const Base64 = v.pipe(v.string(), v.minLength(1), v.maxLength(1024), v.base64());
const PAGE_MAX = 60;

/** The browsers that a user has signed in with. */
export function createDeviceOperations({ tokens, devices, sessions }: DevicePorts): OperationTable {
  return {
    ConfirmDevice: operation(
      v.object({
        AccessToken,
        DeviceKey,
        DeviceName: v.optional(v.pipe(v.string(), v.maxLength(1024)), ''),
        DeviceSecretVerifierConfig: v.object({ PasswordVerifier: Base64, Salt: Base64 }),
      }),
      async ({ AccessToken, DeviceKey, DeviceName, DeviceSecretVerifierConfig: { PasswordVerifier, Salt } }) => {
        const { user, session } = await tokens.bearer(AccessToken);
        if (session.deviceKey !== DeviceKey) throw noSuchDevice();
        const credentials = { salt: hexOf(Salt), verifier: hexOf(PasswordVerifier) };
        if (/^0*$/.test(credentials.verifier)) throw invalidParameter('Invalid device verifier.');
        await devices.confirm(user.sub, { key: DeviceKey, name: DeviceName, credentials });
        return { UserConfirmationNecessary: true };
      },
    ),
    ListDevices: operation(
      v.object({
        AccessToken,
        Limit: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(PAGE_MAX)), PAGE_MAX),
        PaginationToken: v.optional(v.pipe(v.string(), v.maxLength(60))),
      }),
      async ({ AccessToken, Limit, PaginationToken }) => {
        const { user } = await tokens.bearer(AccessToken);
        return devicePage(await devices.list(user.sub), Limit || PAGE_MAX, PaginationToken);
      },
    ),
    GetDevice: operation(v.object({ AccessToken, DeviceKey }), async ({ AccessToken, DeviceKey }) => {
      const { user } = await tokens.bearer(AccessToken);
      const device = await devices.find(user.sub, DeviceKey);
      if (!device) throw noSuchDevice();
      return { Device: deviceEntry(device) };
    }),
    UpdateDeviceStatus: operation(
      v.object({ AccessToken, DeviceKey, DeviceRememberedStatus: v.picklist(['remembered', 'not_remembered']) }),
      async ({ AccessToken, DeviceKey, DeviceRememberedStatus }) => {
        // A remembered device stands in for the second factor.
        const isTrusted = DeviceRememberedStatus === 'remembered';
        const { user } = await (isTrusted ? tokens.recentBearer(AccessToken) : tokens.bearer(AccessToken));
        if (!(await devices.remember(user.sub, DeviceKey, isTrusted))) throw noSuchDevice();
        return {};
      },
    ),
    ForgetDevice: operation(
      v.object({ AccessToken: v.optional(AccessToken, ''), DeviceKey }),
      async ({ AccessToken, DeviceKey }) => {
        const { user, session } = await tokens.bearer(AccessToken);
        if (!(await devices.forget(user.sub, DeviceKey))) throw noSuchDevice();
        // A browser that is forgotten from another one is signed out.
        if (DeviceKey !== session.deviceKey) await sessions.revokeDevice(user.sub, DeviceKey);
        return {};
      },
    ),
  };
}

/** Of all devices of a user; the token is where the page begins. */
function devicePage(all: readonly KnownDevice[], limit: number, token: string | undefined) {
  const start = token === undefined ? 0 : Number(token);
  if (!Number.isSafeInteger(start) || start < 0) throw invalidParameter('Invalid pagination token.');
  const end = start + limit;
  return { Devices: all.slice(start, end).map(deviceEntry), ...(end < all.length && { PaginationToken: String(end) }) };
}

function deviceEntry({ key, name, isRemembered, createdAt, modifiedAt, authenticatedAt }: KnownDevice) {
  const seconds = (instant: Date) => instant.getTime() / 1000;
  return {
    DeviceKey: key,
    DeviceAttributes: [
      { Name: 'device_name', Value: name },
      { Name: 'device_status', Value: 'valid' },
      { Name: 'dev:device_remembered_status', Value: isRemembered ? 'remembered' : 'not_remembered' },
    ],
    DeviceCreateDate: seconds(createdAt),
    DeviceLastModifiedDate: seconds(modifiedAt),
    DeviceLastAuthenticatedDate: seconds(authenticatedAt),
  };
}

export function noSuchDevice(): IdentityError {
  return new IdentityError('ResourceNotFoundException', 'Device does not exist.');
}

function hexOf(base64: string): string {
  return Buffer.from(base64, 'base64').toString('hex');
}
