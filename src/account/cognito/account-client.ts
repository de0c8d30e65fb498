import {
  deleteUser,
  fetchDevices,
  fetchMFAPreference,
  fetchUserAttributes,
  forgetDevice,
  rememberDevice,
  setUpTOTP,
  updateMFAPreference,
  updatePassword,
  updateUserAttributes,
  verifyTOTPSetup,
} from 'aws-amplify/auth';
import type { IdentityPool } from '#/model/account.ts';
import type { AccountClient, Answer, Attributes, Device } from '../identity-client.ts';
import { answer, done, retold } from './answer.ts';
import { createOwnClient } from './own-operations.ts';
import { withoutLeaving } from './sign-out.ts';
import { toDelivery } from './steps.ts';

const WISHES = { enabled: 'ENABLED', disabled: 'DISABLED', preferred: 'PREFERRED' } as const;

/** What a signed-in user looks up and changes of the account itself. Amplify must have been configured. */
export function createAccountClient(pool: IdentityPool): AccountClient {
  return {
    ...createOwnClient(pool),
    attributes: () => answer(async () => givenOf(await fetchUserAttributes())),
    updateAttributes: (userAttributes) =>
      answer(async () => {
        const outcomes = Object.values(await updateUserAttributes({ userAttributes }));
        return outcomes.flatMap(({ nextStep: { codeDeliveryDetails: details } }) =>
          details ? [toDelivery(details)] : [],
        );
      }),
    updatePassword: (passwords) => done(() => updatePassword(passwords)),
    mfaPreference: () =>
      answer(async () => {
        const { enabled = [], preferred = null } = await fetchMFAPreference();
        return { enabled, preferred };
      }),
    setMfaPreference: ({ SMS, TOTP, EMAIL }) =>
      done(() =>
        updateMFAPreference({
          ...(SMS && { sms: WISHES[SMS] }),
          ...(TOTP && { totp: WISHES[TOTP] }),
          ...(EMAIL && { email: WISHES[EMAIL] }),
        }),
      ),
    setUpTotp: () => answer(async () => ({ secret: (await setUpTOTP()).sharedSecret })),
    verifyTotpSetUp: (input) => done(() => verifyTOTPSetup(input)),
    listDevices: () => ofDevices(answer(async () => (await fetchDevices()).map(toDevice))),
    rememberDevice: () => ofDevices(done(() => rememberDevice())),
    forgetDevice: ({ id }) => ofDevices(done(() => (id === null ? forgetDevice() : forgetDevice({ device: { id } })))),
    deleteUser: () => withoutLeaving(pool, () => done(() => deleteUser())),
  };
}

/** There is nothing in calls about devices that could be set wrongly, other than that the pool does not track them. */
function ofDevices<T>(answered: Promise<Answer<T>>): Promise<Answer<T>> {
  return retold(answered, {
    InvalidParameterException: 'DeviceTrackingOff',
    InvalidUserPoolConfigurationException: 'DeviceTrackingOff',
  });
}

type FetchedDevice = Awaited<ReturnType<typeof fetchDevices>>[number];

function toDevice({ id, name, attributes, createDate, lastAuthenticatedDate }: FetchedDevice): Device {
  return {
    id,
    name: name ?? null,
    isRemembered: attributes['dev:device_remembered_status'] === 'remembered',
    lastIpAddress: attributes['last_ip_used'] ?? null,
    createdAt: createDate ?? null,
    lastSeenAt: lastAuthenticatedDate ?? null,
  };
}

function givenOf(attributes: Partial<Record<string, string>>): Attributes {
  return Object.fromEntries(Object.entries(attributes).flatMap(([name, value]) => (value ? [[name, value]] : [])));
}
