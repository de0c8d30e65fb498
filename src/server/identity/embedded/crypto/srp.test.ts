import { getDiffieHellman, randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { requireSrp, whileQuick } from '../../../../../tests/setup/inside-amplify.ts';
import { createCredentials, createServerKeys, isPasswordOf, isProven, isUsablePublicKey, verifierOf } from './srp.ts';

type BigInteger = { toString(radix: number): string };
type Helper = {
  A: BigInteger;
  generateHashDevice(group: string, name: string): Promise<void>;
  getRandomPassword(): string;
  getSaltToHashDevices(): string;
  getVerifierDevices(): string;
  getPasswordAuthenticationKey(given: {
    username: string;
    password: string;
    serverBValue: BigInteger;
    salt: BigInteger;
  }): Promise<Uint8Array>;
};

/** The client's own half. */
const { getAuthenticationHelper, getSignatureString } = requireSrp('index.js') as {
  getAuthenticationHelper(group: string): Promise<Helper>;
  getSignatureString(given: object): string;
};
const { BigInteger } = requireSrp('BigInteger/index.js') as {
  BigInteger: Parameters<typeof whileQuick>[0] & (new (text: string, radix: number) => BigInteger);
};

const identity = { group: 'AbCdEfGhI', name: '3c4d8f0e-0000-4000-8000-000000000001' };
const timestamp = 'Sat Nov 21 16:00:00 UTC 2026';

/** One whole exchange: what the client sends, and whether the server takes it. */
async function exchange(given: { password?: string; attempt?: string; salt?: string }) {
  const { password = 'Pass-word1', salt = randomBytes(16).toString('hex') } = given;
  const { attempt = password } = given;
  const credentials = createCredentials({ identity, password, salt });
  const keys = createServerKeys(credentials.verifier);
  const client = await getAuthenticationHelper(identity.group);
  const secretBlock = randomBytes(64).toString('base64');
  const hkdf = await client.getPasswordAuthenticationKey({
    username: identity.name,
    password: attempt,
    serverBValue: new BigInteger(keys.B, 16),
    salt: new BigInteger(credentials.salt, 16),
  });
  const signature = getSignatureString({
    username: identity.name,
    userPoolName: identity.group,
    challengeParameters: { SECRET_BLOCK: secretBlock },
    dateNow: timestamp,
    hkdf,
  });
  const proof = { A: client.A.toString(16), secretBlock, timestamp, signature };
  return {
    keys,
    verifier: credentials.verifier,
    proof,
    isTaken: isProven({ identity, keys, verifier: credentials.verifier, proof }),
  };
}

describe('with the client of Amplify', () => {
  test('thirty exchanges at random agree, with the client calculating as in the built site', async () => {
    await whileQuick(BigInteger, async () => {
      for (let n = 0; n < 30; n++) {
        expect((await exchange({ password: randomBytes(1 + (n % 12)).toString('base64') })).isTaken).toBe(true);
      }
    });
  });

  test.each(['00', '01', '7f', '80', '0000000000000000000000000000ff', 'ff'.repeat(16), '008000'])(
    'salt %s agrees',
    async (salt) => {
      expect((await exchange({ salt })).isTaken).toBe(true);
    },
  );

  test.each(['', ' ', 'пароль-日本語-🎬', 'a:b', 'x'.repeat(256)])('password %j agrees', async (password) => {
    expect((await exchange({ password })).isTaken).toBe(true);
  });

  test('another password is not taken, nor a proof that was changed', async () => {
    expect((await exchange({ attempt: 'Pass-word2' })).isTaken).toBe(false);
    const { keys, verifier, proof } = await exchange({});
    const isTaken = (changes: Partial<typeof proof>) =>
      isProven({ identity, keys, verifier, proof: { ...proof, ...changes } });
    expect(isTaken({})).toBe(true);
    expect(isTaken({ timestamp: 'Sat Nov 21 16:00:01 UTC 2026' })).toBe(false);
    expect(isTaken({ secretBlock: randomBytes(64).toString('base64') })).toBe(false);
    expect(isTaken({ signature: '' })).toBe(false);
    expect(isTaken({ A: (BigInt(`0x${proof.A}`) + 1n).toString(16) })).toBe(false);
    expect(isProven({ identity: { ...identity, name: 'somebody else' }, keys, verifier, proof })).toBe(false);
    expect(isProven({ identity, keys: createServerKeys(verifier), verifier, proof })).toBe(false);
  });

  test('the verifier of a device that the client makes is one of ours', async () => {
    const client = await getAuthenticationHelper('-group');
    await client.generateHashDevice('-group', 'us-east-1_device');
    const salt = client.getSaltToHashDevices();
    const ours = createCredentials({
      identity: { group: '-group', name: 'us-east-1_device' },
      password: client.getRandomPassword(),
      salt,
    });
    expect(BigInt(`0x${ours.verifier}`)).toBe(BigInt(`0x${client.getVerifierDevices()}`));
  });
});

test('a password is told from others by its verifier', () => {
  const credentials = createCredentials({ identity, password: 'Pass-word1' });
  const isPassword = (password: string, name = identity.name) =>
    isPasswordOf({ identity: { ...identity, name }, credentials, password });
  expect(isPassword('Pass-word1')).toBe(true);
  expect(isPassword('Pass-word2')).toBe(false);
  expect(isPassword('Pass-word1', 'somebody else')).toBe(false);
  expect(createCredentials({ identity, password: 'Pass-word1' }).salt).not.toBe(credentials.salt);
});

test('keys that would let anybody in are not usable: no number, zero, multiples of the prime', () => {
  const prime = BigInt(`0x${getDiffieHellman('modp15').getPrime('hex')}`);
  const multiples = [1n, 2n, 16n].map((factor) => (prime * factor).toString(16));
  for (const A of ['0', '00', '', 'xyz', '-1', 'f'.repeat(771), ...multiples])
    expect(isUsablePublicKey(A), A).toBe(false);
  expect(isUsablePublicKey('1')).toBe(true);
  expect(isUsablePublicKey((prime + 1n).toString(16))).toBe(true);
});

test('bytes become a verifier that fits the group', () => {
  expect(verifierOf(Buffer.alloc(384, 0xff)).length).toBeLessThanOrEqual(768);
  expect(createServerKeys(verifierOf(randomBytes(384))).B).toMatch(/^[\da-f]+$/);
});
