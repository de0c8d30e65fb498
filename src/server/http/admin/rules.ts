import * as v from 'valibot';
import { AddedRule, RulePreview } from '#/model/admin.ts';
import { ok } from '#/model/failure.ts';
import { Rule, RuleDraft, RuleKind } from '#/model/rule.ts';
import { listRoutes, Search } from './list.ts';
import type { AdminPorts } from './ports.ts';
import { type AdminRoute, CONFLICT, route, UNKNOWN } from './route.ts';
import { readRule } from './rule-reader.ts';

const CaseId = v.optional(v.nullable(v.pipe(v.string(), v.uuid())), null);

/** The blocklist. */
export const RULE_ROUTES: AdminRoute[] = [
  ...listRoutes({
    path: '/rules',
    summary: 'The blocklist',
    filters: v.object({ search: Search, kind: v.optional(v.nullable(RuleKind), null), caseId: CaseId }),
    row: Rule,
    page: ({ rules }, query, size) => rules.page(query, size),
  }),
  route({
    method: 'POST',
    path: '/rules/preview',
    summary: 'What a rule would be, and what it would hit',
    body: RuleDraft,
    answer: RulePreview,
    async handle({ body, signal }, { rules, engine }) {
      const rule = await readRule(body, engine.identify, signal);
      return rule.ok ? ok({ rule: rule.value, ...(await rules.hits(rule.value)) }) : rule;
    },
  }),
  route({
    method: 'POST',
    path: '/rules',
    summary: 'Takes something down, everywhere and at once',
    body: RuleDraft,
    answer: AddedRule,
    async handle({ actor, body, signal }, ports) {
      const rule = await readRule(body, ports.engine.identify, signal);
      if (!rule.ok) return rule;
      const added = await ports.rules.add(rule.value, actor);
      return added ? ok({ rule: added, endedFiles: await enforce(ports) }) : CONFLICT;
    },
  }),
  route({
    method: 'DELETE',
    path: '/rules/{id}',
    summary: 'Gives back what a rule took down',
    async handle({ actor, id }, { rules, controls }) {
      if (!v.is(Rule.entries.id, id)) return UNKNOWN;
      const removed = await rules.remove(id, actor);
      if (!removed) return UNKNOWN;
      await controls.refresh('rules');
      return ok(null);
    },
  }),
];

/** Before who changed the blocklist is answered, it counts here, and no file of it is left. The other servers do so meanwhile. */
export async function enforce({ controls, jobs }: Pick<AdminPorts, 'controls' | 'jobs'>): Promise<number> {
  await controls.refresh('rules');
  return jobs.takeDown();
}
