import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startIdentity } from '#/server/identity/embedded/fixtures/start-identity.ts';
import { openStore } from '#/server/store/store.ts';
import type { Options } from '../options.ts';
import { median, row, type Row } from '../table.ts';

const PASSWORD = 'Correct-horse1';
const ROUNDS = 300;
/**
 * How far from a half the area may be: whoever asks once is then right 55 times of a hundred. By chance alone it is further away in one
 * of thirty operations after 300 rounds, and in one of some thousand after 900: what is, is asked about more names.
 */
const MOST_AREA_OFF = 0.05;
const ENOUGH_ROUNDS = 900;

type Times = { user: number[]; nobody: number[] };

/**
 * Whether the time of an answer tells who has an account. Each operation is asked about a user (ours) and about a name that nobody has
 * (baseline), in turns, and both with the same history. `area` is the area under the curve, of a hundred: 50 is not told apart at all, and
 * what is not from 45 to 55 is a fault. `runs` is how many of each.
 */
export async function equalTimes({ runs }: Options): Promise<Row[]> {
  const folder = await mkdtemp(join(tmpdir(), 'clipferry-times-'));
  const url = process.env['DATABASE_URL'];
  const store = await openStore({ ...(url && { url }), folder, log: () => {} });
  const identity = await startIdentity(store, {
    authFlows: ['USER_SRP_AUTH', 'USER_PASSWORD_AUTH', 'CUSTOM_WITHOUT_SRP'],
  });
  const { clientId: ClientId } = identity.service.pool;

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
  async function user(Username: string): Promise<string> {
    await call('SignUp', { Username, Password: PASSWORD });
    const [message] = await identity.outboxOf(Username);
    await call('ConfirmSignUp', { Username, ConfirmationCode: message?.code });
    return Username;
  }
  const initiate = (AuthFlow: string) => (USERNAME: string) =>
    call('InitiateAuth', { AuthFlow, AuthParameters: { USERNAME, PASSWORD: 'Wrong-1', SRP_A: 'abcdef0123456789' } });
  const operations: Record<string, (Username: string) => Promise<unknown>> = {
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

  const all = Object.entries(operations).map(([name, ask]) => ({
    name,
    ask,
    times: { user: [], nobody: [] } as Times,
  }));
  const rounds = Number(runs ?? ROUNDS);
  let suspects = all;
  for (let asked = 0; suspects.length > 0 && (asked === 0 || asked < ENOUGH_ROUNDS); asked += rounds) {
    const pairs: { user: string; nobody: string }[] = [];
    for (let n = asked; n < asked + rounds; n++)
      pairs.push({ user: await user(`user-${n}@example.com`), nobody: `nobody-${n}@example.com` });
    for (const { ask, times } of suspects) {
      for (const [n, pair] of pairs.entries()) {
        // In turns, and each first as often as the other.
        for (const who of n % 2 ? (['nobody', 'user'] as const) : (['user', 'nobody'] as const)) {
          times[who].push(await timed(() => ask(pair[who])));
        }
        identity.wait(60 * 60);
      }
    }
    suspects = suspects.filter(({ times }) => isTold(times));
  }
  await identity.close();
  await store.close();
  await rm(folder, { recursive: true, force: true });
  return all.flatMap(({ name, times }): Row[] => {
    const area = row(name, 'area %', areaOf(times) * 100, 50);
    const fault = `${name}: its time tells who has an account (area ${area.ours} %)`;
    return [
      row(name, 'median ms', median(times.user), median(times.nobody)),
      isTold(times) ? { ...area, fault } : area,
    ];
  });
}

async function timed(ask: () => Promise<unknown>): Promise<number> {
  const beganMs = performance.now();
  await ask();
  return performance.now() - beganMs;
}

export function isTold(times: Times): boolean {
  return Math.abs(areaOf(times) - 0.5) > MOST_AREA_OFF;
}

/** How often a user's took longer than nobody's. */
function areaOf({ user, nobody }: Times): number {
  const wins = user.flatMap((a) => nobody.map((b) => (a > b ? 1 : Number(a === b) / 2)));
  return wins.reduce((sum, win) => sum + win, 0) / wins.length;
}
