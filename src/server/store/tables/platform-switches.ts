import { eq, sql } from 'drizzle-orm';
import type { ServedPlatform } from '#/model/operations.ts';
import { type Platform, PLATFORMS } from '#/model/platform.ts';
import type { AuditLog } from './audit.ts';
import { platformSwitches } from '../schema/operations-schema.ts';
import type { Store, StoreTransaction } from '../store.ts';

/** What becomes of a platform: the switch, the message, or both. */
type SwitchChange = Pick<ServedPlatform, 'platform'> & {
  isOn?: boolean | undefined;
  notice?: ServedPlatform['notice'] | undefined;
};

export type SwitchRepository = {
  /** Of all platforms, in menu order. */
  all(): Promise<ServedPlatform[]>;
  /** Settles what is given; what is left out stays as it is stored, whatever the caller has seen of it. */
  turn(change: SwitchChange, actor: string): Promise<ServedPlatform>;
};

/** Rejects as drizzle and Store.transaction do. */
export function createSwitchRepository({ db }: Pick<Store, 'db'>, audit: AuditLog): SwitchRepository {
  return {
    async all() {
      const rows = await db.select().from(platformSwitches);
      return PLATFORMS.map((platform) => described(platform, rows));
    },
    async turn({ platform, ...change }, actor) {
      const isIt = eq(platformSwitches.platform, platform);
      const turned = await audit.change({ actor, action: 'platform.switch', controls: 'switches' }, async (tx) => {
        await lockControl(tx, platform);
        const before = described(platform, await tx.select().from(platformSwitches).where(isIt));
        const { isOn = before.isOn, notice = before.notice } = change;
        const set = { isOn, notice, changedAt: sql`now()` };
        const rows = await tx
          .insert(platformSwitches)
          .values({ platform, isOn, notice })
          .onConflictDoUpdate({ target: platformSwitches.platform, set })
          .returning();
        const after = described(platform, rows);
        return { target: platform, before, after, value: after };
      });
      return turned ?? described(platform, []);
    },
  };
}

/** What is noted as before is what was before, also where nothing was there to be locked. */
export async function lockControl(tx: StoreTransaction, what: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(7255, hashtext(${what}))`);
}

function described(platform: Platform, rows: readonly (typeof platformSwitches.$inferSelect)[]): ServedPlatform {
  const row = rows.find((other) => other.platform === platform);
  if (!row) return { platform, isOn: true, notice: null, changedAt: null };
  return { ...row, changedAt: row.changedAt.toISOString() };
}
