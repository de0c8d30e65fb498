import { beforeEach, expect, test } from 'vitest';
import { fail, ok, type Result } from '#/model/failure.ts';
import type { Minted } from './provider.ts';
import { createPoTokens, type PoTokens } from './tokens.ts';

const HOUR_MS = 60 * 60_000;
const MINUTE_MS = 60_000;
const EU = { name: 'eu', localAddress: null };
const US = { name: 'us', localAddress: null };
const SIX = (address: string) => ({ name: 'six', localAddress: address });

let nowMs: number;
let asked: string[];
let forgotten: string[];
let logged: string[];
let answer: () => Promise<Result<Minted>>;
let tokens: PoTokens;

beforeEach(() => {
  nowMs = 0;
  [asked, forgotten, logged] = [[], [], []];
  answer = async () => ok({ token: `token-${asked.length}`, lifeMs: 6 * HOUR_MS });
  tokens = createPoTokens({
    provider: {
      mint(route, binding) {
        asked.push(`${route.name}${route.localAddress ?? ''} ${binding}`);
        return answer();
      },
      check: async () => null,
      forget: ({ name }) => void forgotten.push(name),
      close: async () => {},
    },
    log: (line) => logged.push(line),
    now: () => nowMs,
    random: () => 0,
  });
});

test('a token is made once for a way out and what it is bound to, and handed out until shortly before its end', async () => {
  expect(tokens.state()).toBe('untried');
  const both = await Promise.all([tokens.mint(EU, 'one'), tokens.mint(EU, 'one')]);
  expect(both).toEqual([ok('token-1'), ok('token-1')]);
  nowMs = 6 * HOUR_MS - 5 * MINUTE_MS - 1;
  expect(await tokens.mint(EU, 'one')).toEqual(ok('token-1'));
  nowMs += 2;
  expect(await tokens.mint(EU, 'one')).toEqual(ok('token-2'));
  expect(tokens.state()).toBe('working');
});

test.each([
  ['another video', EU, 'two'],
  ['another way', US, 'one'],
])('%s has another one', async (_, route, binding) => {
  await tokens.mint(EU, 'one');
  expect(await tokens.mint(route, binding)).toEqual(ok('token-2'));
});

test('addresses of one network have one each', async () => {
  await tokens.mint(SIX('2001:db8::1'), 'one');
  await tokens.mint(SIX('2001:db8::2'), 'one');
  expect(asked).toEqual(['six2001:db8::1 one', 'six2001:db8::2 one']);
});

test('a way by which none could be made is left alone for a while, longer each time; others go on', async () => {
  answer = async () => fail('blocked_bot_check', { platform: 'youtube' });
  expect(await tokens.mint(EU, 'one')).toMatchObject({ failure: { code: 'blocked_bot_check' } });
  expect([tokens.isAble('eu'), tokens.isAble('us'), tokens.state()]).toEqual([false, true, 'failing']);
  expect(await tokens.mint(EU, 'two')).toMatchObject({ ok: false });
  expect(asked).toHaveLength(1);
  nowMs = 15_000;
  expect(tokens.isAble('eu')).toBe(true);
  await tokens.mint(EU, 'two');
  nowMs += 15_000;
  expect(tokens.isAble('eu')).toBe(false);
  expect(logged).toEqual(Array(2).fill('youtube: no token by the way out eu: blocked_bot_check'));
  nowMs += 15_000;
  answer = async () => ok({ token: 'good', lifeMs: HOUR_MS });
  expect(await tokens.mint(EU, 'two')).toEqual(ok('good'));
  expect(tokens.state()).toBe('working');
});

test('one that was made is handed out while its way is left alone', async () => {
  await tokens.mint(EU, 'one');
  answer = async () => fail('egress_down', { platform: 'youtube' });
  await tokens.mint(EU, 'two');
  expect(await tokens.mint(EU, 'one')).toEqual(ok('token-1'));
});

test('those that media are refused with are forgotten, once a minute, and no other way’s', async () => {
  await tokens.mint(EU, 'one');
  await tokens.mint(US, 'one');
  for (let times = 0; times < 3; times++) tokens.doubt(EU);
  expect(forgotten).toEqual(['eu']);
  expect(await tokens.mint(US, 'one')).toEqual(ok('token-2'));
  expect(await tokens.mint(EU, 'one')).toEqual(ok('token-3'));
  tokens.doubt(EU);
  expect(await tokens.mint(EU, 'one')).toEqual(ok('token-3'));
  nowMs = MINUTE_MS;
  tokens.doubt(EU);
  expect(await tokens.mint(EU, 'one')).toEqual(ok('token-4'));
});

test('who leaves does not end what others wait for', async () => {
  const made = Promise.withResolvers<Result<Minted>>();
  answer = () => made.promise;
  const leaving = new AbortController();
  const left = tokens.mint(EU, 'one', leaving.signal);
  const stayed = tokens.mint(EU, 'one');
  leaving.abort();
  expect(await left).toMatchObject({ failure: { code: 'cancelled' } });
  made.resolve(ok({ token: 'late', lifeMs: HOUR_MS }));
  expect(await stayed).toEqual(ok('late'));
  expect(tokens.state()).toBe('working');
});
