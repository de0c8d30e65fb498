import { randomBytes } from 'node:crypto';
import { noSuchDevice } from '../operations/device-operations.ts';
import { wrongPassword } from '../identity-error.ts';
import { askChallenge, type Response, type SignInAnswer, type SignInPorts } from './answer.ts';
import { finish } from './finish.ts';
import { proofOf, refuseUnusable } from './password.ts';
import { presentUser } from './second-factor.ts';

const SECRET_BLOCK_BYTES = 64;

/** A remembered browser proves by a password of its own that it is the one, which stands in for the second factor. */
export async function answerDeviceStart(
  ports: SignInPorts,
  { taken, responses }: Response<'DEVICE_SRP_AUTH'>,
): Promise<SignInAnswer> {
  const user = presentUser(taken.user);
  const { deviceKey } = taken.challenge;
  const A = responses['SRP_A'] ?? '';
  refuseUnusable(A);
  const device = await ports.devices.find(user.sub, deviceKey);
  if (!device || responses['DEVICE_KEY'] !== deviceKey) throw noSuchDevice();
  const { salt, verifier } = device.credentials;
  const keys = await ports.srp.createServerKeys(verifier);
  const secretBlock = randomBytes(SECRET_BLOCK_BYTES).toString('base64');
  return askChallenge(
    ports,
    user.sub,
    { name: 'DEVICE_PASSWORD_VERIFIER', deviceKey, A, secretBlock, ...keys },
    { USERNAME: user.username, DEVICE_KEY: deviceKey, SALT: salt, SRP_B: keys.B, SECRET_BLOCK: secretBlock },
    { isRight: false },
  );
}

export async function answerDeviceProof(
  ports: SignInPorts,
  { taken, responses }: Response<'DEVICE_PASSWORD_VERIFIER'>,
): Promise<SignInAnswer> {
  const user = presentUser(taken.user);
  const { challenge } = taken;
  const device = await ports.devices.find(user.sub, challenge.deviceKey);
  if (!device) throw noSuchDevice();
  const identity = { group: ports.devices.groupKey, name: challenge.deviceKey };
  const proof = { A: challenge.A, secretBlock: challenge.secretBlock, ...proofOf(responses) };
  const { verifier } = device.credentials;
  if (!(await ports.srp.isProven({ identity, keys: challenge, verifier, proof }))) throw wrongPassword();
  await ports.devices.noteAuthenticated(user.sub, challenge.deviceKey);
  return finish(ports, user, challenge.deviceKey);
}
