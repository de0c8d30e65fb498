import type { Deliver, NoticeKind } from './deliver.ts';
import { type IdentityUser, verifiedAddress } from './user.ts';

export type Notices = {
  /**
   * Tells a user that how they sign in has changed, at the address they had until now. Not waited for, and no reason to refuse what was
   * done: whoever cannot be reached is not told.
   * @param before the user as they were
   */
  tell(before: IdentityUser, kind: NoticeKind): void;
};

export function createNotices({ deliver, log }: { deliver: Deliver; log: (line: string) => void }): Notices {
  return {
    tell(before, kind) {
      const destination = verifiedAddress(before, 'email');
      if (destination === null) return;
      const { locale } = before.attributes;
      const message = { medium: 'EMAIL', destination, purpose: 'notice', notice: kind, validS: 0 } as const;
      deliver({ ...message, ...(locale !== undefined && { locale }) }).catch((error: unknown) =>
        log(`identity: a notice was not sent: ${String(error)}`),
      );
    },
  };
}
