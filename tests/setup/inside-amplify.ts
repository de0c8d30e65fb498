import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { raiseQuickly } from '#/account/cognito/modular-power.ts';

const fromAmplify = createRequire(createRequire(import.meta.url).resolve('aws-amplify'));
const AUTH = dirname(fromAmplify.resolve('@aws-amplify/auth/package.json'));
const SRP = 'providers/cognito/utils/srp';

/** A module of the client's half of a sign-in, which Amplify does not export; `path`: in its folder. */
export function requireSrp(path: string): unknown {
  return fromAmplify(join(AUTH, 'dist/cjs', SRP, path));
}

type Numbers = Parameters<typeof raiseQuickly>[0];

/** Has numbers of Amplify's be raised as in the built site, while `code` runs. */
export async function whileQuick(numbers: Numbers, code: () => Promise<void>): Promise<void> {
  const { modPow } = numbers.prototype;
  raiseQuickly(numbers);
  try {
    await code();
  } finally {
    numbers.prototype.modPow = modPow;
  }
}

/** Has Amplify's client calculate as it does in the built site (scripts/vite/quick-sign-in.ts). */
export async function quickenAmplify(): Promise<void> {
  const path = join(AUTH, 'dist/esm', SRP, 'BigInteger/BigInteger.mjs');
  const numbers = (await import(pathToFileURL(path).href)) as { default: Numbers };
  raiseQuickly(numbers.default);
}
