import { createRequire } from 'node:module';
import { Piscina } from 'piscina';
import { IdentityError } from '../identity-error.ts';
import type * as arithmetic from './srp.ts';

type Arithmetic = Pick<typeof arithmetic, 'createCredentials' | 'createServerKeys' | 'isProven' | 'isPasswordOf'>;

/** What of srp.ts takes a millisecond or more, done elsewhere. Rejects with IdentityError when more is waiting than can be done soon. */
export type Srp = {
  [Name in keyof Arithmetic]: (...given: Parameters<Arithmetic[Name]>) => Promise<ReturnType<Arithmetic[Name]>>;
};

/** About a second's work. */
const QUEUE_MAX = 500;
/** The thread ends when nobody has signed in for this long. */
const IDLE_MS = 60_000;

/**
 * The arithmetic in a thread of its own, with less right to a processor than those that answer visitors. One is enough: it signs in
 * hundreds a second.
 */
export function createSrpThread(): { srp: Srp; close: () => Promise<void> } {
  const thread = new Piscina({
    // Not bundled: it runs from the project's sources.
    filename: createRequire(import.meta.url).resolve('#/server/identity/embedded/crypto/srp.ts'),
    minThreads: 0,
    maxThreads: 1,
    idleTimeout: IDLE_MS,
    niceIncrement: 10,
  });
  const run = async <Name extends keyof Arithmetic>(name: Name, given: Parameters<Arithmetic[Name]>[0]) => {
    if (thread.queueSize >= QUEUE_MAX) throw new IdentityError('TooManyRequestsException', 'Too many requests');
    return (await thread.run(given, { name })) as ReturnType<Arithmetic[Name]>;
  };
  return {
    srp: {
      createCredentials: (given) => run('createCredentials', given),
      createServerKeys: (verifier) => run('createServerKeys', verifier),
      isProven: (given) => run('isProven', given),
      isPasswordOf: (given) => run('isPasswordOf', given),
    },
    close: () => thread.close(),
  };
}
