import { expect, test } from 'vitest';
import { createStreamLimiter, type StreamLimiter } from './stream-limiter.ts';

const LIMITS = { perOwner: 3, perNetwork: 6, inAll: 10 };
const visitor = (n: number, address = '203.0.113.7') => ({ owner: `visitor:${n}`, address });
/** So many streams of one visitor; null: refused. */
const enterTimes = (limiter: StreamLimiter, times: number) =>
  Array.from({ length: times }, () => {
    const entered = limiter.enter(visitor(1));
    return entered.ok ? entered.value : null;
  });

test('a visitor has so many streams at once, and one that closes makes room', () => {
  const limiter = createStreamLimiter(LIMITS);
  const [leave, ...others] = enterTimes(limiter, 4);
  expect([leave, ...others].map((entered) => entered !== null)).toEqual([true, true, true, false]);
  leave?.();
  expect(limiter.enter(visitor(1)).ok).toBe(true);
  leave?.();
  expect(limiter.enter(visitor(1)).ok).toBe(false);
});

test('an address has so many, whatever cookies are shown or left out, and all of a /56 are one', () => {
  const limiter = createStreamLimiter(LIMITS);
  const followers = Array.from({ length: 8 }, (_, n) => ({
    owner: n % 2 ? null : `visitor:${n}`,
    address: `2001:db8:1:aa0${n}::${n}`,
  }));
  expect(followers.filter((follower) => limiter.enter(follower).ok)).toHaveLength(LIMITS.perNetwork);
  expect(limiter.enter({ owner: null, address: '2001:db8:1:ab00::1' }).ok).toBe(true);
});

test('the process has so many, and says that it is busy', () => {
  const limiter = createStreamLimiter(LIMITS);
  for (let n = 0; n < LIMITS.inAll; n++) limiter.enter(visitor(n, `203.0.113.${n}`));
  expect(limiter.enter(visitor(99, '198.51.100.1'))).toMatchObject({
    ok: false,
    failure: { code: 'busy', retryAfterS: 10 },
  });
});

test('what is closed, or was refused, is not remembered', () => {
  const limiter = createStreamLimiter({ ...LIMITS, perOwner: 1 });
  for (const leave of enterTimes(limiter, 5)) leave?.();
  expect(limiter.load()).toEqual({ open: 0, remembered: 0 });
});
