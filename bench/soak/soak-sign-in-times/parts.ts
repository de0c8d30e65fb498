import { setTimeout as sleep } from 'node:timers/promises';
import { autoSignIn, fetchAuthSession, signIn, signUp } from 'aws-amplify/auth';
import * as v from 'valibot';
import { accounts } from '#app.config';
import { configureAmplify } from '#/account/cognito/configure.ts';
import { AccountConfig, type IdentityPool } from '#/model/account.ts';
import { TRIAL_TOKEN } from '../../../tests/setup/identity-trial-settings.ts';
import type { PartOptions, PartReport } from '../soak-sign-in-times.ts';
import { childOptions } from '../../children.ts';

const PASSWORD = 'Correct-horse-7';
const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;

/** Asked every five seconds, for three minutes (docs/specification.md 4.28). */
const POLL_MS = 5 * SECOND_MS;
const POLLED_MS = 3 * MINUTE_MS;
const OPENED_AFTER_MS = 72 * SECOND_MS;
/** How far a process of a busy machine may be late. */
const LATE_MS = 2 * SECOND_MS;
/** Guests' credentials, section 6. */
const GUEST_MS = 50 * MINUTE_MS;
/** Tokens of the embedded service are good for an hour. */
const TOKENS_MS = 60 * MINUTE_MS;
const LOOK_MS = 20 * SECOND_MS;

/** What the client asked of the service, and when. */
const asked: { operation: string; atMs: number }[] = [];
const { name, origin, pool: ids } = childOptions<PartOptions>();
const pool: IdentityPool = {
  ...ids,
  userPoolEndpoint: `${origin}/identity/`,
  identityPoolEndpoint: `${origin}/identity/`,
  oauthDomain: null,
  isOauthInsecure: true,
  authFlow: 'USER_SRP_AUTH',
  verification: 'link',
};

const PARTS: Record<PartOptions['name'], () => Promise<PartReport>> = {
  async 'link-opened'() {
    const { link } = await signUpByLink();
    const beganMs = performance.now();
    const signingIn = autoSignIn();
    await sleep(OPENED_AFTER_MS);
    await open(link);
    const openedMs = performance.now();
    const { isSignedIn } = await signingIn;
    const tookMs = performance.now() - openedMs;
    const polls = gapsOf('InitiateAuth', beganMs);
    return {
      told: `link opened after ${seconds(OPENED_AFTER_MS)}, signed in ${seconds(tookMs)} later; ${described(polls)}`,
      faults: [
        ...(isSignedIn ? [] : ['nobody was signed in']),
        ...(tookMs <= POLL_MS + LATE_MS ? [] : [`it took ${seconds(tookMs)} to be signed in`]),
        ...wrongGaps(polls),
      ],
    };
  },
  async 'link-never'() {
    const { username, link } = await signUpByLink();
    const beganMs = performance.now();
    const outcome = await autoSignIn().catch((error: unknown) => error);
    const tookMs = performance.now() - beganMs;
    const polls = gapsOf('InitiateAuth', beganMs);
    await open(link);
    const { isSignedIn } = await signIn({ username, password: PASSWORD });
    const isGivenUp = outcome instanceof Error && outcome.name === 'AutoSignInException';
    const isOnTime = tookMs >= POLLED_MS && tookMs <= POLLED_MS + POLL_MS + LATE_MS;
    return {
      told: `given up after ${seconds(tookMs)}; ${described(polls)}; the link and the password were good after that`,
      faults: [
        ...(isGivenUp ? [] : [`it ended with ${String(outcome)}`]),
        ...(isOnTime ? [] : [`it was given up after ${seconds(tookMs)}`]),
        ...(isSignedIn ? [] : ['the password was not good after that']),
        ...wrongGaps(polls),
      ],
    };
  },
  async tokens() {
    const { username, link } = await signUpByLink();
    await open(link);
    await signIn({ username, password: PASSWORD });
    const beganMs = performance.now();
    const first = await accessToken();
    let missing = 0;
    let token = first;
    let changedMs = NaN;
    while (performance.now() - beganMs < TOKENS_MS + 2 * MINUTE_MS) {
      await sleep(LOOK_MS);
      token = await accessToken();
      if (token === '') missing++;
      if (token !== first && Number.isNaN(changedMs)) changedMs = performance.now() - beganMs;
    }
    const refreshes = asked.filter(({ operation }) => operation === 'GetTokensFromRefreshToken').length;
    return {
      told: `${refreshes} refresh in ${seconds(performance.now() - beganMs)}, after ${seconds(changedMs)}`,
      faults: [
        ...(refreshes === 1 ? [] : [`tokens were refreshed ${refreshes} times`]),
        ...(missing === 0 ? [] : [`${missing} times there were no tokens`]),
        ...(Math.abs(changedMs - TOKENS_MS) <= LOOK_MS + LATE_MS ? [] : [`refreshed after ${seconds(changedMs)}`]),
      ],
    };
  },
  async guest() {
    const before = performance.now();
    await sleep(GUEST_MS + MINUTE_MS);
    const fetched = asked.filter(({ operation }) => operation === 'GetCredentialsForIdentity');
    const gapMs = (fetched[1]?.atMs ?? NaN) - (fetched[0]?.atMs ?? NaN);
    return {
      told: `credentials ${fetched.length} times in ${seconds(performance.now() - before)}, ${seconds(gapMs)} apart`,
      faults:
        fetched.length === 2 && Math.abs(gapMs - GUEST_MS) <= LATE_MS
          ? []
          : [`${fetched.length} times, ${seconds(gapMs)} apart`],
    };
  },
};

const send = globalThis.fetch;
globalThis.fetch = (input, init) => {
  const target = new Headers(init?.headers).get('x-amz-target');
  if (target !== null) asked.push({ operation: target.split('.')[1] ?? '', atMs: performance.now() });
  return send(input, init);
};
await configureAmplify(pool, v.parse(AccountConfig, accounts), `${origin}/account`);
process.send?.(await PARTS[name]());

async function signUpByLink(): Promise<{ username: string; link: string }> {
  const username = `${crypto.randomUUID()}@example.com`;
  await signUp({ username, password: PASSWORD, options: { userAttributes: {}, autoSignIn: true } });
  const headers = { authorization: `Bearer ${TRIAL_TOKEN}` };
  for (;;) {
    const response = await send(`${origin}/identity/outbox.json?to=${encodeURIComponent(username)}`, { headers });
    const { messages } = (await response.json()) as { messages: { link?: string }[] };
    const link = messages[0]?.link;
    if (link !== undefined) return { username, link };
    await sleep(100);
  }
}

async function open(link: string): Promise<void> {
  const { status } = await send(link);
  if (status !== 200) throw new Error(`The link answered ${status}.`);
}

/** Empty: there is none. */
async function accessToken(): Promise<string> {
  return (await fetchAuthSession()).tokens?.accessToken.toString() ?? '';
}

function gapsOf(operation: string, sinceMs: number): number[] {
  const times = [
    sinceMs,
    ...asked.filter((one) => one.operation === operation && one.atMs > sinceMs).map(({ atMs }) => atMs),
  ];
  return times.slice(1).map((atMs, index) => atMs - (times[index] ?? 0));
}

function described(gaps: readonly number[]): string {
  const sorted = gaps.toSorted((a, b) => a - b);
  const [least, middle, most] = [sorted[0], sorted[sorted.length >> 1], sorted.at(-1)].map((gap) =>
    seconds(gap ?? NaN),
  );
  return `${gaps.length} questions ${least} to ${most} apart, ${middle} as a rule`;
}

function wrongGaps(gaps: readonly number[]): string[] {
  const wrong = gaps.filter((gap) => Math.abs(gap - POLL_MS) > LATE_MS);
  return wrong.length === 0 ? [] : [`questions ${wrong.map(seconds).join(', ')} apart`];
}

function seconds(ms: number): string {
  return `${(ms / SECOND_MS).toFixed(2)} s`;
}
