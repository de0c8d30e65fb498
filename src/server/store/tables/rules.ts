import { and, desc, eq, sql } from 'drizzle-orm';
import { type Rule, type RuleKind, ruleKey } from '#/model/rule.ts';
import type { AuditLog } from './audit.ts';
import { contains, isAfter, type RowPage, pageOf } from './cursor.ts';
import { rules } from '../schema/operations-schema.ts';
import { downloads } from '../schema/schema.ts';
import type { Store, StoreTransaction } from '../store.ts';

/** A rule as it is to be. */
export type NewRule = Pick<Rule, 'kind' | 'platform' | 'value' | 'reason'>;

type RuleQuery = {
  /** In values and reasons. */
  search: string;
  kind: RuleKind | null;
  caseId: string | null;
  cursor: string | null;
};

/** What a rule would hit of what is remembered. */
type RuleHits = {
  /** Downloads of all kinds and states. */
  downloads: number;
  /** Files that are kept, or still to be made. */
  keptFiles: number;
  /** Some of them, the newest first. */
  examples: { title: string; canonicalUrl: string | null }[];
};

export type RuleRepository = {
  /** All keys, as everybody keeps them in memory. */
  keys(): Promise<Set<string>>;
  /** Newest first; null: the cursor is none of ours. */
  page(query: RuleQuery, size: number): Promise<RowPage<Rule> | null>;
  /** null: there is such a rule already, of a case or of none. */
  add(rule: NewRule, actor: string): Promise<Rule | null>;
  /** null: there is none of that id. */
  remove(id: string, actor: string): Promise<Rule | null>;
  hits(rule: Pick<Rule, 'kind' | 'platform' | 'value'>): Promise<RuleHits>;
};

const EXAMPLES = 10;

/** Rejects as drizzle and Store.transaction do. */
export function createRuleRepository({ db }: Pick<Store, 'db'>, audit: AuditLog): RuleRepository {
  return {
    async keys() {
      const { kind, platform, value } = rules;
      const all = await db.select({ kind, platform, value }).from(rules);
      return new Set(all.map(ruleKey));
    },
    async page({ search, kind, caseId, cursor }, size) {
      const after = isAfter(cursor, rules.createdAt, rules.id);
      if (after === null) return null;
      const conditions = [
        search === '' ? undefined : sql`(${contains(rules.value, search)} or ${contains(rules.reason, search)})`,
        kind === null ? undefined : eq(rules.kind, kind),
        caseId === null ? undefined : eq(rules.caseId, caseId),
      ];
      const found = await db
        .select()
        .from(rules)
        .where(and(...conditions, after))
        .orderBy(desc(rules.createdAt), desc(rules.id))
        .limit(size + 1);
      const { rows, cursor: next } = pageOf(found, size, ({ createdAt }) => createdAt);
      return { rows: rows.map(described), cursor: next };
    },
    add: (rule, actor) =>
      audit.change({ actor, action: 'rule.add', controls: 'rules' }, async (tx) => {
        const added = (await isThere(tx, rule)) ? null : await insertRule(tx, rule, { actor, caseId: null });
        return added && { target: added.id, before: null, after: added, value: added };
      }),
    remove: (id, actor) =>
      audit.change({ actor, action: 'rule.remove', controls: 'rules' }, async (tx) => {
        const [row] = await tx.delete(rules).where(eq(rules.id, id)).returning();
        const removed = row && described(row);
        return removed ? { target: id, before: removed, after: null, value: removed } : null;
      }),
    async hits(rule) {
      const isHit = sql`${downloads.ruleKeys} @> array[${ruleKey(rule)}]::text[]`;
      const [count] = await db
        .select({
          downloads: sql<number>`count(*)::integer`,
          keptFiles: sql<number>`(count(*) filter (where ${IS_KEPT}))::integer`,
        })
        .from(downloads)
        .where(isHit);
      const { title, canonicalUrl, createdAt } = downloads;
      const newest = db.select({ title, canonicalUrl }).from(downloads).where(isHit).orderBy(desc(createdAt));
      return { downloads: 0, keptFiles: 0, ...count, examples: await newest.limit(EXAMPLES) };
    },
  };
}

/** Files that are there, or are still to be made: the words of the index `downloads_kept`. */
export const IS_KEPT = sql`${downloads.isKept} and (${downloads.objectKey} is not null or ${downloads.state} in ('queued', 'preparing'))`;

/** Whether something is taken down by a rule already. The words are those of the index `rules_by_value`. */
async function isThere(tx: StoreTransaction, { kind, platform, value }: NewRule): Promise<boolean> {
  const isSame = sql`coalesce(${rules.platform}, '') = ${platform ?? ''} and md5(${rules.value}) = md5(${value})`;
  return (await tx.$count(rules, and(eq(rules.kind, kind), isSame))) > 0;
}

/** Part of a transaction. null: this case, or whoever adds rules without one, has such a rule already. */
export async function insertRule(
  tx: StoreTransaction,
  rule: NewRule,
  { actor, caseId }: { actor: string; caseId: string | null },
): Promise<Rule | null> {
  const [row] = await tx
    .insert(rules)
    .values({ ...rule, id: crypto.randomUUID(), caseId, createdBy: actor })
    .onConflictDoNothing()
    .returning();
  return row ? described(row) : null;
}

/** A row as the API tells it. */
export function described(row: typeof rules.$inferSelect): Rule {
  return { ...row, createdAt: row.createdAt.toISOString() };
}
