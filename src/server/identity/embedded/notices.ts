import type { StoreTransaction } from '#/server/store/store.ts';
import type { NoticeKind } from './deliver.ts';
import type { OutgoingMessage, OutgoingMessages } from './tables/outgoing-messages.ts';
import { type IdentityUser, verifiedAddress } from './tables/user.ts';

/** Writes along with a change, in its transaction. */
export type Alongside = (tx: StoreTransaction) => Promise<void>;

export type Notices = {
  /**
   * Makes a change that a user is told of, at the address they had until now: the notice is written with it, and sent once it is made.
   * Whoever cannot be reached is not told. `change` rejects where nothing was changed.
   * @param before the user as they were
   * @param kinds what they are told, asked within the change
   */
  telling<T>(
    before: IdentityUser,
    kinds: () => readonly NoticeKind[],
    change: (alongside: Alongside) => Promise<T>,
  ): Promise<T>;
};

/** `canSend`: whether e-mail leaves this installation at all. */
export function createNotices({
  outgoingMessages,
  canSend,
}: {
  outgoingMessages: OutgoingMessages;
  canSend: () => boolean;
}): Notices {
  return {
    async telling(before, kinds, change) {
      const destination = verifiedAddress(before, 'email');
      const { locale } = before.attributes;
      const prepared: OutgoingMessage[] = [];
      const result = await change(async (tx) => {
        if (destination === null || !canSend()) return;
        for (const notice of kinds()) {
          const message = { medium: 'EMAIL', destination, purpose: 'notice', notice, validS: 0 } as const;
          const outgoing = outgoingMessages.prepare({ ...message, ...(locale !== undefined && { locale }) });
          await outgoingMessages.add(tx, outgoing);
          prepared.push(outgoing);
        }
      });
      for (const outgoing of prepared) outgoingMessages.sendSoon(outgoing);
      return result;
    },
  };
}
