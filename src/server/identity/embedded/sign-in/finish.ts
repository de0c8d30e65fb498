import type { ClientMetadata } from '../operations/fields.ts';
import type { IdentityUser } from '../tables/user.ts';
import type { SignInAnswer, SignInPorts } from './answer.ts';

/** What is carried from one step of a sign-in to the next. */
export type Passage = {
  metadata: ClientMetadata;
  /** What the browser claims to be; taken as one that has no key yet where the user has no such device. */
  deviceKey: string | null;
  /** Whether the answer before was counted as a guess. */
  isCounted: boolean;
};

/** Begins the session, and remembers from where. A browser without a key is given one. */
export async function finish(ports: SignInPorts, user: IdentityUser, deviceKey: string | null): Promise<SignInAnswer> {
  const device = deviceKey === null ? ports.devices.newKey() : null;
  const [{ result }] = await Promise.all([
    ports.tokens.issue(user, { deviceKey: deviceKey ?? device?.DeviceKey ?? null }),
    ports.attempts.succeed(user.sub),
  ]);
  return {
    ChallengeParameters: {},
    AuthenticationResult: { ...result, ...(device && { NewDeviceMetadata: device }) },
  };
}
