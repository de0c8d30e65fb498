/** The exponent is taken by hexadecimal digits, and the base to the power of each of them is made beforehand. */
const DIGIT_POWERS = 16;

/** `base` to the power of `exponent`, modulo `modulus`. A negative base is as good as its remainder; the others are positive. */
export function modularPower(base: bigint, exponent: bigint, modulus: bigint): bigint {
  const remainder = ((base % modulus) + modulus) % modulus;
  const powers = [1n % modulus];
  while (powers.length < DIGIT_POWERS) powers.push(((powers.at(-1) ?? 1n) * remainder) % modulus);
  let result = 1n % modulus;
  for (const digit of exponent.toString(16)) {
    for (let bit = 0; bit < 4; bit++) result = (result * result) % modulus;
    result = (result * (powers[Number.parseInt(digit, 16)] ?? 1n)) % modulus;
  }
  return result;
}

/** What is used of Amplify's own numbers, which are lists of digits in JavaScript. */
type AmplifyNumber = { toString: (radix: number) => string };
type AmplifyNumbers = {
  new (digits: string, radix: number): AmplifyNumber;
  prototype: { modPow: unknown };
};

/**
 * Has Amplify's numbers raised by the engine's own. A sign-in raises three numbers of 3,072 bits, which takes a phone over a second in
 * Amplify's arithmetic, and a tenth of that here. It is how Amplify itself does it where there is no browser (index.native.ts beside them).
 */
export function raiseQuickly(BigNumber: AmplifyNumbers): void {
  BigNumber.prototype.modPow = function modPow(
    this: AmplifyNumber,
    exponent: AmplifyNumber,
    modulus: AmplifyNumber,
    done: (error: Error | null, result: AmplifyNumber) => void,
  ) {
    const result = modularPower(toNative(this), toNative(exponent), toNative(modulus));
    done(null, new BigNumber(result.toString(16), 16));
  };
}

function toNative(number: AmplifyNumber): bigint {
  const digits = number.toString(16);
  return digits.startsWith('-') ? -BigInt(`0x${digits.slice(1)}`) : BigInt(`0x${digits}`);
}
