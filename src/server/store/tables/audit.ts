import { and, desc, eq, gte, lt, or } from 'drizzle-orm';
import type { AuditAction, AuditEntry } from '#/model/operations.ts';
import { controlsEvent, type Control } from '../events/controls-event.ts';
import { contains, isAfter, type RowPage, pageOf } from './cursor.ts';
import { auditLog } from '../schema/operations-schema.ts';
import type { Store, StoreTransaction } from '../store.ts';

/** What a change came to: what was there before and is there now, and what the caller wants to know. */
type Change<T> = { target: string; before: unknown; after: unknown; value: T };

/** Who does what. `controls`: what all servers have to read anew afterwards. */
type Deed = { actor: string; action: AuditAction; controls?: Control };

type AuditQuery = {
  /** In who, what and which. */
  search: string;
  action: AuditAction | null;
  from: Date | null;
  until: Date | null;
  cursor: string | null;
};

export type AuditLog = {
  /**
   * Changes something and notes it, both or neither; then all servers hear of it. null: `apply` found nothing to change, and nothing
   * is noted.
   */
  change<T>(deed: Deed, apply: (tx: StoreTransaction) => Promise<Change<T> | null>): Promise<T | null>;
  /** Notes what was changed elsewhere, where no transaction reaches. */
  note(deed: Deed, change: Omit<Change<void>, 'value'>): Promise<void>;
  /** Newest first; null: the cursor is none of ours. */
  page(query: AuditQuery, size: number): Promise<RowPage<AuditEntry> | null>;
};

/** Who changed what. Rejects as drizzle and Store.transaction do. */
export function createAuditLog({ db, transaction, publish }: Pick<Store, 'db' | 'transaction' | 'publish'>): AuditLog {
  return {
    async change({ actor, action, controls }, apply) {
      const changed = await transaction(async (tx) => {
        const change = await apply(tx);
        if (change) await insert(tx, { actor, action }, change);
        return change;
      });
      if (changed && controls) await publish([controlsEvent(controls)]);
      return changed?.value ?? null;
    },
    note: (deed, change) => insert(db, deed, change),
    async page({ search, action, from, until, cursor }, size) {
      const { at, id, actor, target } = auditLog;
      const after = isAfter(cursor, at, id);
      if (after === null) return null;
      const conditions = [
        search === '' ? undefined : or(...[actor, auditLog.action, target].map((column) => contains(column, search))),
        action === null ? undefined : eq(auditLog.action, action),
        from === null ? undefined : gte(at, from),
        until === null ? undefined : lt(at, until),
      ];
      const found = await db
        .select()
        .from(auditLog)
        .where(and(...conditions, after))
        .orderBy(desc(at), desc(id))
        .limit(size + 1);
      const { rows, cursor: next } = pageOf(found, size, (row) => row.at);
      return { rows: rows.map((row) => ({ ...row, at: row.at.toISOString() })), cursor: next };
    },
  };
}

async function insert(
  db: Pick<StoreTransaction, 'insert'>,
  { actor, action }: Deed,
  { target, before, after }: Omit<Change<void>, 'value'>,
): Promise<void> {
  await db.insert(auditLog).values({ id: crypto.randomUUID(), actor, action, target, before, after });
}
