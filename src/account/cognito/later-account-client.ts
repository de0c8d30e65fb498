import type { IdentityPool } from '#/model/account.ts';
import type { AccountClient, Answer } from '../identity-client.ts';
import { answer } from './answer.ts';

/** The client for an account's own pages, loaded with the first of its calls: signing in needs none of it. */
export function laterAccountClient(pool: IdentityPool): AccountClient {
  const ask = async <T>(call: (client: AccountClient) => Promise<Answer<T>>): Promise<Answer<T>> => {
    const loaded = await answer(async () => (await import('./account-client.ts')).createAccountClient(pool));
    return loaded.ok ? call(loaded.value) : loaded;
  };
  return {
    attributes: () => ask((client) => client.attributes()),
    updateAttributes: (attributes) => ask((client) => client.updateAttributes(attributes)),
    updatePassword: (passwords) => ask((client) => client.updatePassword(passwords)),
    mfaPreference: () => ask((client) => client.mfaPreference()),
    setMfaPreference: (preference) => ask((client) => client.setMfaPreference(preference)),
    setUpTotp: () => ask((client) => client.setUpTotp()),
    verifyTotpSetUp: (input) => ask((client) => client.verifyTotpSetUp(input)),
    listDevices: () => ask((client) => client.listDevices()),
    rememberDevice: () => ask((client) => client.rememberDevice()),
    forgetDevice: (input) => ask((client) => client.forgetDevice(input)),
    deleteUser: () => ask((client) => client.deleteUser()),
    requireRecent: () => ask((client) => client.requireRecent()),
    confirmPassword: (input) => ask((client) => client.confirmPassword(input)),
  };
}
