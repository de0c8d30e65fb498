import { sql } from 'drizzle-orm';
import { AS_CONFIGURED, type EngineSettings } from '#/model/operations.ts';
import type { AuditBook } from './audit.ts';
import { engineSettings } from './operations-schema.ts';
import { lockControl } from './platform-switches.ts';
import type { Store, StoreTransaction } from './store.ts';

export type EngineSettingsBook = {
  read(): Promise<EngineSettings>;
  change(settings: EngineSettings, actor: string): Promise<void>;
};

/** Rejects as drizzle and Store.transaction do. */
export function createEngineSettingsBook({ db }: Pick<Store, 'db'>, audit: AuditBook): EngineSettingsBook {
  return {
    read: () => readSettings(db),
    async change(settings, actor) {
      await audit.change({ actor, action: 'engine.configure', controls: 'engine' }, async (tx) => {
        await lockControl(tx, 'engine');
        const before = await readSettings(tx);
        const set = { settings, changedAt: sql`now()` };
        await tx.insert(engineSettings).values({ settings }).onConflictDoUpdate({ target: engineSettings.id, set });
        return { target: 'engine', before, after: settings, value: settings };
      });
    },
  };
}

async function readSettings(db: Pick<StoreTransaction, 'select'>): Promise<EngineSettings> {
  const [row] = await db.select().from(engineSettings);
  return { ...AS_CONFIGURED, ...row?.settings };
}
