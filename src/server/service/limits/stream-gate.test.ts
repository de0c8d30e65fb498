import { expect, test } from 'vitest';
import { createStreamGate, type StreamGate } from './stream-gate.ts';

const LIMITS = { perOwner: 3, perNetwork: 6, inAll: 10 };
const visitor = (n: number, address = '203.0.113.7') => ({ owner: `visitor:${n}`, address });
/** So many streams of one visitor; null: refused. */
const enterTimes = (gate: StreamGate, times: number) =>
  Array.from({ length: times }, () => {
    const entered = gate.enter(visitor(1));
    return entered.ok ? entered.value : null;
  });

test('a visitor has so many streams at once, and one that closes makes room', () => {
  const gate = createStreamGate(LIMITS);
  const [leave, ...others] = enterTimes(gate, 4);
  expect([leave, ...others].map((entered) => entered !== null)).toEqual([true, true, true, false]);
  leave?.();
  expect(gate.enter(visitor(1)).ok).toBe(true);
  leave?.();
  expect(gate.enter(visitor(1)).ok).toBe(false);
});

test('an address has so many, whatever cookies are shown or left out, and all of a /56 are one', () => {
  const gate = createStreamGate(LIMITS);
  const followers = Array.from({ length: 8 }, (_, n) => ({
    owner: n % 2 ? null : `visitor:${n}`,
    address: `2001:db8:1:aa0${n}::${n}`,
  }));
  expect(followers.filter((follower) => gate.enter(follower).ok)).toHaveLength(LIMITS.perNetwork);
  expect(gate.enter({ owner: null, address: '2001:db8:1:ab00::1' }).ok).toBe(true);
});

test('the process has so many, and says that it is busy', () => {
  const gate = createStreamGate(LIMITS);
  for (let n = 0; n < LIMITS.inAll; n++) gate.enter(visitor(n, `203.0.113.${n}`));
  expect(gate.enter(visitor(99, '198.51.100.1'))).toMatchObject({
    ok: false,
    failure: { code: 'busy', retryAfterS: 10 },
  });
});

test('what is closed, or was refused, is not remembered', () => {
  const gate = createStreamGate({ ...LIMITS, perOwner: 1 });
  for (const leave of enterTimes(gate, 5)) leave?.();
  expect(gate.load()).toEqual({ open: 0, remembered: 0 });
});
