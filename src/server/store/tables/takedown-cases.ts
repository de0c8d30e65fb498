import { and, desc, eq, or, sql } from 'drizzle-orm';
import type { CaseKind, CaseState, CounterNotice, TakedownCase, TakedownRequest } from '#/model/operations.ts';
import type { Rule } from '#/model/rule.ts';
import type { AuditLog } from './audit.ts';
import { contains, isAfter, type RowPage, pageOf } from './cursor.ts';
import { rules, takedownCases } from '../schema/operations-schema.ts';
import { described as describedRule, insertRule, type NewRule } from './rules.ts';
import type { Store, StoreTransaction } from '../store.ts';

type CaseQuery = {
  /** In the link, the work and who claims it. */
  search: string;
  state: CaseState | null;
  kind: CaseKind | null;
  cursor: string | null;
};

/** What operators decide. Only a takedown that is upheld has rules: whatever else is decided takes them away, but no other case's. */
type Decision = { state: Exclude<CaseState, 'open'>; notes: string; rules: readonly NewRule[] };

type CaseWithRules = { takedown: TakedownCase; rules: Rule[] };

export type CaseRepository = {
  file(request: TakedownRequest): Promise<TakedownCase>;
  /** null: there is no takedown of the id that it names. */
  object(notice: CounterNotice): Promise<TakedownCase | null>;
  /** Newest first; null: the cursor is none of ours. */
  page(query: CaseQuery, size: number): Promise<RowPage<TakedownCase> | null>;
  countOpen(): Promise<number>;
  /** null: there is none of that id. */
  read(id: string): Promise<CaseWithRules | null>;
  /** null: there is none of that id. */
  decide(id: string, decision: Decision, actor: string): Promise<CaseWithRules | null>;
};

/** Rejects as drizzle and Store.transaction do. */
export function createCaseRepository({ db }: Pick<Store, 'db'>, audit: AuditLog): CaseRepository {
  async function insert(values: Omit<typeof takedownCases.$inferInsert, 'id'>): Promise<TakedownCase> {
    const [row] = await db
      .insert(takedownCases)
      .values({ ...values, id: crypto.randomUUID() })
      .returning();
    if (!row) throw new Error('a row that was inserted is not there');
    return described(row);
  }

  return {
    file: (request) => insert({ ...request, kind: 'takedown' }),
    async object(notice) {
      if (notice.caseId !== null) {
        const known = and(eq(takedownCases.id, notice.caseId), eq(takedownCases.kind, 'takedown'));
        if ((await db.$count(takedownCases, known)) === 0) return null;
      }
      return insert({ ...notice, kind: 'counter-notice' });
    },
    async page({ search, state, kind, cursor }, size) {
      const { createdAt, id, sourceUrl, work, claimant } = takedownCases;
      const after = isAfter(cursor, createdAt, id);
      if (after === null) return null;
      const isFound = or(contains(sourceUrl, search), contains(work, search), contains(sql`${claimant}::text`, search));
      const found = await db
        .select()
        .from(takedownCases)
        .where(
          and(
            search === '' ? undefined : isFound,
            state === null ? undefined : eq(takedownCases.state, state),
            kind === null ? undefined : eq(takedownCases.kind, kind),
            after,
          ),
        )
        .orderBy(desc(createdAt), desc(id))
        .limit(size + 1);
      const { rows, cursor: next } = pageOf(found, size, (row) => row.createdAt);
      return { rows: rows.map(described), cursor: next };
    },
    countOpen: () => db.$count(takedownCases, eq(takedownCases.state, 'open')),
    async read(id) {
      const [row] = await db.select().from(takedownCases).where(eq(takedownCases.id, id));
      return row ? { takedown: described(row), rules: await rulesOf(db, id) } : null;
    },
    decide: (id, { state, notes, rules: drafts }, actor) =>
      audit.change({ actor, action: 'case.decide', controls: 'rules' }, async (tx) => {
        const [row] = await tx.select().from(takedownCases).where(eq(takedownCases.id, id)).for('update');
        if (!row) return null;
        const before = { state: row.state, notes: row.notes, rules: await rulesOf(tx, id) };
        if (state !== 'upheld') await tx.delete(rules).where(eq(rules.caseId, id));
        else if (row.kind === 'takedown')
          for (const draft of drafts) await insertRule(tx, draft, { actor, caseId: id });
        const [now = row] = await tx
          .update(takedownCases)
          .set({ state, notes, decidedAt: sql`now()` })
          .where(eq(takedownCases.id, id))
          .returning();
        const own = await rulesOf(tx, id);
        // Who claims what stays in the case, where it can be deleted.
        return {
          target: id,
          before,
          after: { state, notes, rules: own },
          value: { takedown: described(now), rules: own },
        };
      }),
  };
}

async function rulesOf(db: Pick<StoreTransaction, 'select'>, caseId: string): Promise<Rule[]> {
  const own = await db.select().from(rules).where(eq(rules.caseId, caseId)).orderBy(rules.createdAt, rules.id);
  return own.map(describedRule);
}

function described({ claimant, createdAt, decidedAt, ...row }: typeof takedownCases.$inferSelect): TakedownCase {
  return {
    ...row,
    claimant: { address: null, phone: null, ...claimant },
    createdAt: createdAt.toISOString(),
    decidedAt: decidedAt?.toISOString() ?? null,
  };
}
