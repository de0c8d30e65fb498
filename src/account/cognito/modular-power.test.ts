import { expect, test } from 'vitest';
import { requireSrp } from '../../../tests/setup/inside-amplify.ts';
import { modularPower, raiseQuickly } from './modular-power.ts';

type AmplifyNumber = {
  toString: (radix: number) => string;
  modPow: (e: AmplifyNumber, m: AmplifyNumber, done: (error: Error | null, result: AmplifyNumber) => void) => void;
};
type AmplifyNumbers = { new (digits: string, radix: number): AmplifyNumber; prototype: { modPow: unknown } };

const { BigInteger } = requireSrp('BigInteger/index.js') as { BigInteger: AmplifyNumbers };
const { INIT_N } = requireSrp('constants.js') as { INIT_N: string };

/** To the power of `exponent` in the sign-in's group, all as hexadecimal digits. */
function power(base: string, exponent: string): string {
  const number = (digits: string) => new BigInteger(digits, 16);
  let result = '';
  number(base).modPow(number(exponent), number(INIT_N), (_error, found) => {
    result = found.toString(16);
  });
  return result;
}

test.each([
  [2n, 10n, 1000n, 24n],
  [7n, 0n, 13n, 1n],
  [0n, 5n, 13n, 0n],
  [5n, 3n, 1n, 0n],
  [-3n, 3n, 10n, 3n],
  [0x1234567890abcdefn, 0xf0f0f0f0n, 97n, 96n],
])('%d to the power of %d modulo %d', (base, exponent, modulus, result) => {
  expect(modularPower(base, exponent, modulus)).toBe(result);
});

test('a sign-in’s numbers come out as by Amplify’s own arithmetic, those below zero too', () => {
  const digits = (length: number) =>
    Array.from({ length }, (_, at) => ((at * 7 + length * 3 + (at % 5) * 11) % 16).toString(16)).join('');
  const cases = [
    ['2', digits(256)],
    [digits(768), digits(64)],
    [`-${digits(900)}`, digits(320)],
  ] as const;
  const own = BigInteger.prototype.modPow;
  const slow = cases.map(([base, exponent]) => power(base, exponent));
  try {
    raiseQuickly(BigInteger);
    expect(BigInteger.prototype.modPow).not.toBe(own);
    expect(cases.map(([base, exponent]) => power(base, exponent))).toEqual(slow);
  } finally {
    BigInteger.prototype.modPow = own;
  }
});
