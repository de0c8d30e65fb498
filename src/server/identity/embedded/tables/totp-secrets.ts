import type { IdentityUser } from './user.ts';
import type { Alongside } from '../notices.ts';
import { IdentityError } from '../identity-error.ts';
import type { Encrypter } from '../crypto/encrypt.ts';
import { createTotpSecret, stepOfCode } from '../crypto/totp.ts';
import type { UserRepository } from './users.ts';

export type TotpSecrets = {
  /** Offers the user a new secret, which counts once a code of it was seen. */
  offer(sub: string): Promise<string>;
  /** Takes the offered secret into use, which does not yet make it a second factor. Throws IdentityError EnableSoftwareTokenMFAException for a wrong code. */
  accept(user: IdentityUser, code: string, alongside?: Alongside): Promise<void>;
  /** The step of a code of that secret. Throws IdentityError EnableSoftwareTokenMFAException for a wrong one. */
  firstStep(secret: string, code: string): number;
  /** Makes a secret, of which a code was seen, a second factor. */
  enable(user: IdentityUser, secret: string, step: number): Promise<void>;
  /** Whether it is a code of the user's; each is good for once. Throws IdentityError ExpiredCodeException for a used one. */
  take(user: IdentityUser, code: string): Promise<boolean>;
};

export function createTotpSecrets({
  users,
  encrypter,
  now,
}: {
  users: UserRepository;
  encrypter: Encrypter;
  now: () => number;
}): TotpSecrets {
  const contextOf = (sub: string) => `totp ${sub}`;
  const firstStep = (secret: string, code: string) => {
    const step = stepOfCode(secret, code, now());
    if (step === null) throw new IdentityError('EnableSoftwareTokenMFAException', 'Code mismatch');
    return step;
  };
  const changesFor = (sub: string, secret: string, step: number) => ({
    totpSecret: encrypter.encrypt(secret, contextOf(sub)),
    totpPending: null,
    totpStep: step,
  });
  return {
    async offer(sub) {
      const secret = createTotpSecret();
      await users.update(sub, { totpPending: encrypter.encrypt(secret, contextOf(sub)) });
      return secret;
    },
    async accept(user, code, alongside) {
      if (user.totpPending === null)
        throw new IdentityError('SoftwareTokenMFANotFoundException', 'Software token has not been set up');
      const secret = encrypter.decrypt(user.totpPending, contextOf(user.sub));
      const changes = changesFor(user.sub, secret, firstStep(secret, code));
      await users.change(user.sub, () => changes, alongside);
    },
    firstStep,
    async enable({ sub }, secret, step) {
      const changes = changesFor(sub, secret, step);
      await users.change(sub, ({ mfa }) => ({
        ...changes,
        mfa: { ...mfa, enabled: [...new Set([...mfa.enabled, 'SOFTWARE_TOKEN_MFA' as const])] },
      }));
    },
    async take(user, code) {
      if (user.totpSecret === null) return false;
      const step = stepOfCode(encrypter.decrypt(user.totpSecret, contextOf(user.sub)), code, now());
      if (step === null) return false;
      if (await users.advanceTotpStep(user.sub, step)) return true;
      throw new IdentityError('ExpiredCodeException', 'Your software token has already been used once.');
    },
  };
}
