import { resolve } from 'node:path';
import type { Plugin } from 'vite';

/** Amplify's arithmetic of a sign-in. */
const NUMBERS = '/srp/BigInteger/BigInteger.mjs';
const POWERS = resolve(import.meta.dirname, '../../src/account/cognito/modular-power.ts');

/** Has the browser's own numbers raised in their place (src/account/cognito/modular-power.ts). Fails where Amplify has moved them. */
export function quickSignIn(): Plugin {
  let isQuick = false;
  return {
    name: 'quick-sign-in',
    apply: 'build',
    enforce: 'pre',
    applyToEnvironment: ({ name }) => name === 'client',
    transform: {
      filter: { id: /\/srp\/BigInteger\/BigInteger\.mjs$/ },
      handler(code) {
        isQuick = true;
        const quick = `import { raiseQuickly } from ${JSON.stringify(POWERS)};\nraiseQuickly(BigInteger);\n`;
        // Amplify says of all its modules that they do nothing but export.
        return { code: `${code}\n${quick}`, map: null, moduleSideEffects: true };
      },
    },
    buildEnd(error) {
      if (!error && !isQuick) this.error(`Amplify has no ${NUMBERS} any more.`);
    },
  };
}
