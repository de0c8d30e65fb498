import { describe, expect, test } from 'vitest';
import { createTotpSecret, stepOfCode, totpCode, totpStep } from './totp.ts';

/** `12345678901234567890`, as in RFC 6238, appendix B. */
const SECRET = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';

describe('test vectors of RFC 6238', () => {
  test.each([
    [59, '94287082'],
    [1_111_111_109, '07081804'],
    [1_111_111_111, '14050471'],
    [1_234_567_890, '89005924'],
    [2_000_000_000, '69279037'],
    [20_000_000_000, '65353130'],
  ])('at %d s', (timeS, code) => {
    expect(totpCode(SECRET, totpStep(timeS * 1000), 8)).toBe(code);
    expect(totpCode(SECRET, totpStep(timeS * 1000))).toBe(code.slice(2));
  });
});

test('codes of the steps before and after are taken, of those beyond are not', () => {
  const now = 1_795_000_015_000;
  const step = totpStep(now);
  for (const near of [step - 1, step, step + 1]) expect(stepOfCode(SECRET, totpCode(SECRET, near), now)).toBe(near);
  for (const far of [step - 2, step + 2]) expect(stepOfCode(SECRET, totpCode(SECRET, far), now)).toBeNull();
});

test('what is no code of six digits is none', () => {
  for (const code of ['', '12345', '1234567', 'abcdef', '１２３４５６'])
    expect(stepOfCode(SECRET, code, 1_795_000_015_000)).toBeNull();
});

test('secrets are 52 letters of base32, and each another one', () => {
  const secrets = new Set(Array.from({ length: 50 }, createTotpSecret));
  expect(secrets.size).toBe(50);
  for (const secret of secrets) expect(secret).toMatch(/^[A-Z2-7]{52}$/);
});
