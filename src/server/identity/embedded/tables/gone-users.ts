import type { Store } from '#/server/store/store.ts';

/**
 * Users who are gone, of whom the site keeps more than their account. Whoever deletes an account may have deleted that before, or not; what was
 * written between the two, by a request that was under way, is left in any case. So it is deleted after the account, and once more a little
 * later. Until that has succeeded a row says so, whichever process it was.
 */
export type GoneUsers = {
  /** From now on what is kept is deleted by this, which rejects where it could not, and can be called again. Until then nothing is. */
  eraseWith(erase: (sub: string) => Promise<void>): void;
  /** When the row of somebody who is deleted now is looked at. */
  eraseAfter(): Date;
  /** Right after an account was deleted. Never rejects: what failed is done by the sweep. */
  erase(sub: string): Promise<void>;
  sweep(): Promise<void>;
};

/** Longer than anybody believes that a user is there who is gone (half a minute), and than calls go on that were let in before. */
const SETTLED_MS = 2 * 60_000;
/** After a failure, and before another process tries what one has begun. */
const PAUSE_MS = 10 * 60_000;
const AT_ONCE = 100;

const CLAIM = `
  update identity_spent_subs set erase_after = $2 where sub in (
    select sub from identity_spent_subs where erase_after <= $1 order by erase_after limit ${AT_ONCE} for update skip locked
  ) returning sub`;

/** `now` in milliseconds since 1970. */
export function createGoneUsers(
  { query }: Pick<Store, 'query'>,
  { now, log }: { now: () => number; log: (line: string) => void },
): GoneUsers {
  let eraseRest: ((sub: string) => Promise<void>) | null = null;

  async function isErased(sub: string): Promise<boolean> {
    try {
      await eraseRest?.(sub);
      return eraseRest !== null;
    } catch (error) {
      log(`identity: what is kept of a user who is gone was not deleted, and will be: ${String(error)}`);
      return false;
    }
  }

  return {
    eraseWith(erase) {
      eraseRest = erase;
    },
    eraseAfter: () => new Date(now() + SETTLED_MS),
    erase: async (sub) => void (await isErased(sub)),
    async sweep() {
      if (eraseRest === null) return;
      let claimed: { sub: string }[];
      do {
        claimed = await query<{ sub: string }>(CLAIM, [new Date(now()), new Date(now() + PAUSE_MS)]);
        for (const { sub } of claimed) {
          if (await isErased(sub))
            await query('update identity_spent_subs set erase_after = null where sub = $1', [sub]);
        }
      } while (claimed.length === AT_ONCE);
    },
  };
}
