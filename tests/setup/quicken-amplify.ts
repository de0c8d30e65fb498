import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { raiseQuickly } from '#/account/cognito/modular-power.ts';

const fromAmplify = createRequire(createRequire(import.meta.url).resolve('aws-amplify'));
const NUMBERS = 'dist/esm/providers/cognito/utils/srp/BigInteger/BigInteger.mjs';

/** Has Amplify's client calculate as it does in the built site (scripts/vite/quick-sign-in.ts). */
export async function quickenAmplify(): Promise<void> {
  const path = join(dirname(fromAmplify.resolve('@aws-amplify/auth/package.json')), NUMBERS);
  const numbers = (await import(pathToFileURL(path).href)) as { default: Parameters<typeof raiseQuickly>[0] };
  raiseQuickly(numbers.default);
}
