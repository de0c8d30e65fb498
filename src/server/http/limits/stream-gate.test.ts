import { EventEmitter } from 'node:events';
import type { ServerResponse } from 'node:http';
import { expect, test } from 'vitest';
import { createStreamGate } from './stream-gate.ts';

const LIMITS = { perOwner: 3, perNetwork: 6, inAll: 10 };
const answer = () => new EventEmitter() as ServerResponse;
const visitor = (n: number, address = '203.0.113.7') => ({ owner: `visitor:${n}`, address });

test('a visitor has so many streams at once, and one that closes makes room', () => {
  const gate = createStreamGate(LIMITS);
  const answers = [answer(), answer(), answer(), answer()];
  expect(answers.map((res) => gate.enter(res, visitor(1)).ok)).toEqual([true, true, true, false]);
  answers[0]?.emit('close');
  expect(gate.enter(answer(), visitor(1)).ok).toBe(true);
});

test('an address has so many, whatever cookies are shown or left out, and all of a /56 are one', () => {
  const gate = createStreamGate(LIMITS);
  const followers = Array.from({ length: 8 }, (_, n) => ({
    owner: n % 2 ? null : `visitor:${n}`,
    address: `2001:db8:1:aa0${n}::${n}`,
  }));
  expect(followers.filter((follower) => gate.enter(answer(), follower).ok)).toHaveLength(LIMITS.perNetwork);
  expect(gate.enter(answer(), { owner: null, address: '2001:db8:1:ab00::1' }).ok).toBe(true);
});

test('the process has so many, and says that it is busy', () => {
  const gate = createStreamGate(LIMITS);
  for (let n = 0; n < LIMITS.inAll; n++) gate.enter(answer(), visitor(n, `203.0.113.${n}`));
  expect(gate.enter(answer(), visitor(99, '198.51.100.1'))).toMatchObject({
    ok: false,
    failure: { code: 'busy', retryAfterS: 10 },
  });
});

test('what is closed, or was refused, is not remembered', () => {
  const gate = createStreamGate({ ...LIMITS, perOwner: 1 });
  const answers = Array.from({ length: 5 }, answer);
  for (const res of answers) gate.enter(res, visitor(1));
  for (const res of answers) res.emit('close');
  expect(gate.load()).toEqual({ open: 0, remembered: 0 });
});
