import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { embedded, type Place, served } from '#/server/store/fixtures/contract-places.ts';
import { PASSWORD } from '../fixtures/contract-pool.ts';
import { redirectSignIn } from '../fixtures/redirect-sign-in.ts';
import { type ServiceProcess, startProcess } from '../fixtures/service-process.ts';
import { TRIAL_HEADERS } from '../fixtures/start-identity.ts';

const EMAIL = 'zoe@example.com';

/**
 * What is under way for minutes is in tables that no write waits for the disk of: they outlive the service's process wherever the database
 * does. One that is in the process itself loses them where it is killed, and whoever was on the way is told to begin again.
 */
describe.each([
  { kind: embedded, signal: 'SIGTERM', goesOn: true },
  { kind: embedded, signal: 'SIGKILL', goesOn: false },
  { kind: served, signal: 'SIGKILL', goesOn: true },
] as const)('a sign-in while the service starts again, $kind.name, $signal', ({ kind, signal, goesOn }) => {
  let places: Awaited<ReturnType<typeof kind.start>>;
  let place: Place;
  let service: ServiceProcess;
  beforeEach(async () => {
    places = await kind.start();
    place = await places.createPlace();
    service = await startProcess(place);
  });
  afterEach(async () => {
    await service.end('SIGKILL');
    await places.close();
  });

  const restart = async () => {
    await service.end(signal);
    service = await startProcess(place, { port: service.port });
  };
  const kept = async () => {
    const response = await fetch(`${service.origin}/identity/outbox.json?to=${EMAIL}`, { headers: TRIAL_HEADERS });
    const { messages }: { messages: { code: string }[] } = await response.json();
    return messages;
  };
  /** `known`: one that was sent before. What a process is killed over is sent by the next. */
  const newestCode = async (known?: string) => {
    const isNew = ({ code }: { code: string }) => code !== known;
    return (await vi.waitUntil(async () => (await kept()).find(isNew), { timeout: 60_000 }))?.code;
  };
  const signIn = () =>
    service.call('InitiateAuth', {
      AuthFlow: 'USER_PASSWORD_AUTH',
      AuthParameters: { USERNAME: EMAIL, PASSWORD },
    });

  test('between the steps, and between coming back from a provider and the tokens', async () => {
    await service.call('SignUp', { Username: EMAIL, Password: PASSWORD });
    const signUpCode = await newestCode();
    await service.call('ConfirmSignUp', { Username: EMAIL, ConfirmationCode: signUpCode });
    const { AuthenticationResult } = await signIn();
    const { AccessToken } = AuthenticationResult as { AccessToken: string };
    const EmailMfaSettings = { Enabled: true, PreferredMfa: true };
    expect(await service.call('SetUserMFAPreference', { AccessToken, EmailMfaSettings })).toEqual({});
    const { origin, clientId } = service;
    const redirect = redirectSignIn({
      origin,
      endpoint: `${origin}/identity/`,
      service: { pool: { clientId } },
    });
    const code = (await redirect.comeBack({ email: 'ada@example.com' })).get('code') ?? '';
    const asked = await signIn();
    expect(asked).toMatchObject({ ChallengeName: 'EMAIL_OTP' });
    await restart();

    const answer = async (Session: unknown) =>
      service.call('RespondToAuthChallenge', {
        ChallengeName: 'EMAIL_OTP',
        Session,
        ChallengeResponses: { USERNAME: EMAIL, EMAIL_OTP_CODE: await newestCode(signUpCode) },
      });
    const exchanged = await redirect.exchange(code);
    if (goesOn) {
      expect(await answer(asked['Session'])).toMatchObject({ AuthenticationResult: { TokenType: 'Bearer' } });
      expect(await exchanged.json()).toMatchObject({ token_type: 'Bearer' });
    } else {
      // The dialog knows it by this wording, says so and shows its form (src/account/remote-error.ts).
      expect(await answer(asked['Session'])).toEqual({
        __type: 'NotAuthorizedException',
        message: 'Invalid session for the user.',
      });
      expect(await exchanged.json()).toEqual({ error: 'invalid_grant' });
      const again = await redirect.exchange((await redirect.comeBack({ email: 'ada@example.com' })).get('code') ?? '');
      expect(await again.json()).toMatchObject({ token_type: 'Bearer' });
    }
    const next = await signIn();
    expect(await answer(next['Session'])).toMatchObject({ AuthenticationResult: { TokenType: 'Bearer' } });
  });
});
