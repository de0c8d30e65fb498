/** `+12345678900` (docs/specification.md 5.15): at most 15 digits, as E.164 has it. */
export const PHONE_FORMAT = /^\+[1-9]\d{6,14}$/;

/**
 * One number of a dial code and what was typed beside it: only letters, digits and + stay. Letters make it wrong, so that a slip is seen.
 * Who types a whole international number has chosen the dial code by that.
 */
export function joinPhoneNumber(dialCode: string, typed: string): string {
  const clean = (part: string) => part.replaceAll(/[^A-Za-z0-9+]/g, '');
  const number = clean(typed);
  return number === '' || number.startsWith('+') ? number : clean(dialCode) + number;
}
