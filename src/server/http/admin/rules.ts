import * as v from 'valibot';
import { AddedRule, RulePreview } from '#/model/admin.ts';
import { ok } from '#/model/failure.ts';
import { Rule, RuleDraft, RuleKind } from '#/model/rule.ts';
import { READING } from '../rest/failures.ts';
import { listOperations, Search } from './list.ts';
import type { AdminPorts } from './ports.ts';
import { ADMIN_PATH, CONFLICT, adminOperation, UNKNOWN } from './route.ts';
import { readRule } from './rule-reader.ts';

const CaseId = v.optional(v.nullable(v.pipe(v.string(), v.uuid())), null);

/** The blocklist. */
export const RULE_LIST = listOperations({
  name: 'rules',
  summary: 'The blocklist',
  filters: v.object({ search: Search, kind: v.optional(v.nullable(RuleKind), null), caseId: CaseId }),
  row: Rule,
  page: ({ rules }, query, size) => rules.page(query, size),
});

export const RULE_OPERATIONS = {
  previewRule: adminOperation({
    id: 'postRulesPreview',
    method: 'POST',
    path: `${ADMIN_PATH}/rules/preview`,
    summary: 'What a rule would be, and what it would hit',
    body: RuleDraft,
    answer: RulePreview,
    failures: READING,
    async handle({ body, request: { signal } }, { rules, engine }) {
      const rule = await readRule(body, engine.identify, signal);
      return rule.ok ? ok({ rule: rule.value, ...(await rules.hits(rule.value)) }) : rule;
    },
  }),
  addRule: adminOperation({
    id: 'postRules',
    method: 'POST',
    path: `${ADMIN_PATH}/rules`,
    summary: 'Takes something down, everywhere and at once',
    body: RuleDraft,
    answer: AddedRule,
    failures: READING,
    async handle({ caller: { actor }, body, request: { signal } }, ports) {
      const rule = await readRule(body, ports.engine.identify, signal);
      if (!rule.ok) return rule;
      const added = await ports.rules.add(rule.value, actor);
      return added ? ok({ rule: added, endedFiles: await enforce(ports) }) : CONFLICT;
    },
  }),
  removeRule: adminOperation({
    id: 'deleteRulesId',
    method: 'DELETE',
    path: `${ADMIN_PATH}/rules/{id}`,
    summary: 'Removes a rule: what no other rule names can be downloaded again',
    async handle({ caller: { actor }, id }, { rules, controls }) {
      if (!v.is(Rule.entries.id, id)) return UNKNOWN;
      const removed = await rules.remove(id, actor);
      if (!removed) return UNKNOWN;
      await controls.refresh('rules');
      return ok(null);
    },
  }),
};

/** Before who changed the blocklist is answered, it counts here, and no file of it is left. The other servers do so meanwhile. */
export async function enforce({ controls, jobs }: Pick<AdminPorts, 'controls' | 'jobs'>): Promise<number> {
  await controls.refresh('rules');
  return jobs.takeDown();
}
