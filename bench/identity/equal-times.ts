import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startIdentity } from '#/server/identity/embedded/fixtures/start-identity.ts';
import { openStore } from '#/server/store/store.ts';

/**
 * Whether the time of an answer tells who has an account: `node bench/identity/equal-times.ts [rounds]`. Each operation is asked about a
 * name that nobody has and about one of a user, in turns. The area under the curve says how well the times tell the two apart: 0.5 is not
 * at all, 1 always.
 */
const rounds = Number(process.argv[2] ?? 300);
const folder = await mkdtemp(join(tmpdir(), 'clipferry-times-'));
const url = process.env['DATABASE_URL'];
const store = await openStore({ ...(url && { url }), folder, log: () => {} });
const identity = await startIdentity(store, {
  authFlows: ['USER_SRP_AUTH', 'USER_PASSWORD_AUTH', 'CUSTOM_WITHOUT_SRP'],
});
const { clientId: ClientId } = identity.service.pool;
const PASSWORD = 'Correct-horse1';

async function call(operation: string, input: object): Promise<Record<string, unknown>> {
  const response = await fetch(identity.endpoint, {
    method: 'POST',
    headers: {
      'content-type': 'application/x-amz-json-1.1',
      'x-amz-target': `AWSCognitoIdentityProviderService.${operation}`,
    },
    body: JSON.stringify({ ClientId, ...input }),
  });
  return (await response.json()) as Record<string, unknown>;
}

let names = 0;
const nobody = async () => `nobody-${++names}@example.com`;
async function user(): Promise<string> {
  const Username = `user-${++names}@example.com`;
  await call('SignUp', { Username, Password: PASSWORD });
  const [message] = await identity.outboxOf(Username);
  await call('ConfirmSignUp', { Username, ConfirmationCode: message?.code });
  return Username;
}

const initiate = (AuthFlow: string) => (USERNAME: string) =>
  call('InitiateAuth', { AuthFlow, AuthParameters: { USERNAME, PASSWORD: 'Wrong-1', SRP_A: 'abcdef0123456789' } });
const OPERATIONS: Record<string, (Username: string) => Promise<unknown>> = {
  'InitiateAuth (SRP)': initiate('USER_SRP_AUTH'),
  'InitiateAuth (password)': initiate('USER_PASSWORD_AUTH'),
  'InitiateAuth (emailed code)': initiate('CUSTOM_AUTH'),
  ForgotPassword: (Username) => call('ForgotPassword', { Username }),
  ConfirmForgotPassword: (Username) =>
    call('ConfirmForgotPassword', { Username, ConfirmationCode: 'wrong', Password: PASSWORD }),
  ResendConfirmationCode: (Username) => call('ResendConfirmationCode', { Username }),
  ConfirmSignUp: (Username) => call('ConfirmSignUp', { Username, ConfirmationCode: 'wrong' }),
  SignUp: (Username) => call('SignUp', { Username, Password: PASSWORD }),
};

async function timed(ask: () => Promise<unknown>): Promise<number> {
  const beganMs = performance.now();
  await ask();
  return performance.now() - beganMs;
}

/** How often one of the first took longer than one of the second. */
function areaOf(first: readonly number[], second: readonly number[]): number {
  const wins = first.flatMap((a) => second.map((b) => (a > b ? 1 : Number(a === b) / 2)));
  return wins.reduce((sum, win) => sum + win, 0) / wins.length;
}

const median = (values: readonly number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

const users: string[] = [];
for (let n = 0; n < rounds; n++) users.push(await user());
for (const [name, ask] of Object.entries(OPERATIONS)) {
  const times: { nobody: number[]; user: number[] } = { nobody: [], user: [] };
  for (const [n, someone] of users.entries()) {
    const none = await nobody();
    // In turns, and each first as often as the other.
    for (const who of n % 2 ? (['nobody', 'user'] as const) : (['user', 'nobody'] as const)) {
      times[who].push(await timed(() => ask(who === 'user' ? someone : none)));
    }
    identity.wait(60 * 60);
  }
  const figures = [median(times.nobody), median(times.user)].map((ms) => `${ms.toFixed(2)} ms`);
  console.log(
    `${name.padEnd(28)} nobody ${figures[0]}, user ${figures[1]}, area ${areaOf(times.user, times.nobody).toFixed(3)}`,
  );
}
await identity.close();
await store.close();
await rm(folder, { recursive: true, force: true });
