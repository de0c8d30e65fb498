import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Amplify } from 'aws-amplify';
import { signOut } from 'aws-amplify/auth';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { createAccountClient } from '#/account/cognito/account-client.ts';
import { createSignInClient } from '#/account/cognito/sign-in-client.ts';
import type { SentenceOf } from '#/account/fixtures/sentences.ts';
import type { AccountClient, Answer, SignInClient } from '#/account/identity-client.ts';
import { remoteErrorText } from '#/account/texts/remote-error-text.ts';
import { PASSWORD, startPool, type TestPool } from '#/server/identity/embedded/fixtures/contract-pool.ts';

/** Every message that the service, or the client on the way to it, can cause: by the embedded service where that says it itself. */

type Given = { pool: TestPool; client: SignInClient; account: AccountClient };
type Told = { status: number; body: object };

let pool: TestPool;
/** Of services that answer as they are told to. */
const others: Server[] = [];

beforeAll(async () => {
  pool = await startPool();
});
beforeEach(async () => {
  await pool.configure();
  await signOut();
});
afterEach(() => vi.useRealTimers());
afterAll(async () => {
  for (const other of others) {
    other.closeAllConnections();
    other.close();
  }
  await pool.close();
});

const newAddress = () => `${crypto.randomUUID()}@example.com`;
const refusal = (__type: string, message: string): Told => ({ status: 400, body: { __type, message } });
const challenge = (ChallengeName: string, ChallengeParameters: object): Told => ({
  status: 200,
  body: { ChallengeName, ChallengeParameters, Session: 'session' },
});

/** From here on the client asks another service, which answers everything alike; null: it never does. Gives what it will be asked. */
async function askAnother(told: Told | null): Promise<unknown[]> {
  const asked: unknown[] = [];
  const other = createServer(async (request, response) => {
    asked.push(JSON.parse(Buffer.concat(await request.toArray()).toString()));
    if (!told) return;
    response.writeHead(told.status, { 'content-type': 'application/x-amz-json-1.1' }).end(JSON.stringify(told.body));
  });
  others.push(other);
  other.listen(0, '127.0.0.1');
  await once(other, 'listening');
  pointTo((other.address() as AddressInfo).port);
  return asked;
}

function pointTo(port: number): void {
  const { userPoolId, userPoolClientId } = pool.service.poolFor(pool.origin);
  Amplify.configure({
    Auth: { Cognito: { userPoolId, userPoolClientId, userPoolEndpoint: `http://127.0.0.1:${port}/` } },
  });
}

async function signedIn({ client }: Given): Promise<void> {
  const { email: username, password } = await pool.newPerson();
  expect(await client.signIn({ username, password })).toMatchObject({ ok: true, value: { kind: 'done' } });
}

const anybody = { username: 'ada@example.com', password: PASSWORD };

/** How each comes about; what the last call answers is what is told. */
const PROVOKED: Record<SentenceOf<'service'>, (given: Given) => Promise<Answer<unknown>>> = {
  'Username cannot be empty': ({ client }) => client.signIn({ username: '', password: PASSWORD }),
  'Password cannot be empty': ({ client }) => client.signIn({ username: 'ada@example.com', password: '' }),
  'Confirmation code cannot be empty': ({ client }) => client.confirmSignUp({ username: 'ada@example.com', code: '' }),
  'Challenge response cannot be empty': ({ client }) => client.confirmSignIn({ answer: '', attributes: {} }),
  'Incorrect username or password': async ({ client }) => {
    const { email: username } = await pool.newPerson();
    return client.signIn({ username, password: 'Wrong-horse1' });
  },
  'Password attempts exceeded': async ({ client }) => {
    const { email: username, password } = await pool.newPerson();
    const thaw = pool.freeze();
    for (let n = 0; n < 5; n++) await client.signIn({ username, password: 'Wrong-horse1' });
    const answer = await client.signIn({ username, password });
    thaw();
    return answer;
  },
  'User does not exist': async ({ client }) => {
    await pool.configure({ hidesUsers: false });
    return client.signIn({ username: newAddress(), password: PASSWORD });
  },
  'User already exists': async ({ client }) => {
    await pool.configure({ hidesUsers: false });
    const { email: username } = await pool.newPerson();
    return client.signUp({ username, password: PASSWORD, attributes: {} });
  },
  'An account with given email already exists': async (given) => {
    const { email } = await pool.newPerson();
    await pool.configure({ hidesUsers: false });
    await signedIn(given);
    return given.account.updateAttributes({ email });
  },
  'Invalid password format': ({ client }) =>
    client.signUp({ username: newAddress(), password: 'zqxwvutplm', attributes: {} }),
  'Invalid phone number format': async ({ client }) => {
    await pool.configure({ config: { signUpAttributes: ['phone_number'] } });
    return client.signUp({ username: newAddress(), password: PASSWORD, attributes: { phone_number: '12' } });
  },
  'The username should either be a string or one of the sign in types': ({ client }) =>
    client.signUp({ username: 'ada', password: PASSWORD, attributes: {} }),
  'User is already confirmed.': async ({ client }) => {
    await pool.configure({ hidesUsers: false });
    const { email: username } = await pool.newPerson();
    return client.resendSignUpCode({ username });
  },
  'Failed to get the session because the user is empty': ({ client }) => client.findContacts(),
  'Please use your credentials to sign in': ({ client }) => client.autoSignIn(),
  'Pending sign-in attempt already in progress': async ({ client }) => {
    const { email: username, password } = await pool.newPerson();
    const first = client.signIn({ username, password });
    const second = await client.signIn({ username, password });
    await first;
    return second;
  },
  'Invalid MFA type': async ({ client }) => {
    const { email: username, password, sub } = await pool.newPerson();
    const phone_number = '+12345678900';
    const attributes = { email: username, email_verified: 'true', phone_number, phone_number_verified: 'true' };
    await pool.users.update(sub, { attributes, mfa: { enabled: ['SMS_MFA', 'EMAIL_OTP'], preferred: null } });
    expect(await client.signIn({ username, password })).toMatchObject({ value: { kind: 'selectMfaType' } });
    return client.confirmSignIn({ answer: 'CARRIER_PIGEON', attributes: {} });
  },
  'Network Error': ({ client }) => {
    pointTo(1);
    return client.signIn(anybody);
  },
  'Configuration error (see console) – please contact the administrator': ({ client }) => {
    Amplify.configure({});
    // The message sends its readers there.
    vi.spyOn(console, 'error').mockImplementation(() => {});
    return client.signIn(anybody);
  },
  'Signout timeout fail': async (given) => {
    await signedIn(given);
    await askAnother(null);
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const ended = given.client.signOut({ isGlobal: false });
    const answered = vi.fn();
    void ended.then(answered);
    await vi.advanceTimersByTimeAsync(2_999);
    expect(answered).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(answered).toHaveBeenCalled();
    return ended;
  },
  // What our own service does not do, by one that does.
  'Authentication Error': async ({ client }) => {
    await askAnother(refusal('SomethingNewException', 'Never heard of'));
    return client.signIn(anybody);
  },
  'Error creating account': async ({ client }) => {
    await askAnother(refusal('SomethingNewException', 'Never heard of'));
    return client.signUp({ ...anybody, attributes: {} });
  },
  'No valid MFA method provided': async ({ client }) => {
    await askAnother(challenge('MFA_SETUP', { MFAS_CAN_SETUP: '["SMS_MFA"]' }));
    return client.signIn(anybody);
  },
  'Unexpected challengeName encountered in ConfirmSignIn': async ({ client }) => {
    await askAnother(challenge('DANCE', {}));
    return client.signIn(anybody);
  },
  'Device tracking has not been configured in this User Pool': async (given) => {
    await signedIn(given);
    await askAnother(refusal('InvalidParameterException', 'Invalid request'));
    return given.account.listDevices();
  },
};

function given(): Given {
  const described = pool.service.poolFor(pool.origin);
  return { pool, client: createSignInClient(described, pool.origin), account: createAccountClient(described) };
}

test.each(Object.entries(PROVOKED))('%j is told', async (sentence, provoke) => {
  const answer = await provoke(given());
  expect(answer).toMatchObject({ ok: false });
  if (!answer.ok) expect(remoteErrorText(answer.error.code)).toBe(sentence);
});

test('devices are asked for by sixty', async () => {
  const asking = given();
  await signedIn(asking);
  const asked = await askAnother({ status: 200, body: { Devices: [] } });
  expect(await asking.account.listDevices()).toEqual({ ok: true, value: [] });
  expect(asked).toEqual([expect.objectContaining({ Limit: 60 })]);
});
