import * as v from 'valibot';
import { CaseDecision, CaseWithRules } from '#/model/admin.ts';
import { ok } from '#/model/failure.ts';
import { CaseKind, CaseState, TakedownCase } from '#/model/operations.ts';
import { READING } from '../rest/failures.ts';
import { listOperations, Search } from './list.ts';
import { ADMIN_PATH, adminOperation, UNKNOWN } from './route.ts';
import { readRules } from './rule-reader.ts';
import { enforce } from './rules.ts';

/** Takedown cases. */
export const CASE_LIST = listOperations({
  name: 'cases',
  summary: 'Takedown cases',
  filters: v.object({
    search: Search,
    state: v.optional(v.nullable(CaseState), null),
    kind: v.optional(v.nullable(CaseKind), null),
  }),
  row: TakedownCase,
  page: ({ cases }, query, size) => cases.page(query, size),
});

export const CASE_OPERATIONS = {
  case: adminOperation({
    id: 'getCasesId',
    method: 'GET',
    path: `${ADMIN_PATH}/cases/{id}`,
    summary: 'A takedown case and its rules',
    answer: CaseWithRules,
    async handle({ id }, { cases }) {
      const found = v.is(TakedownCase.entries.id, id) ? await cases.read(id) : null;
      return found ? ok(found) : UNKNOWN;
    },
  }),
  decideCase: adminOperation({
    id: 'postCasesIdDecision',
    method: 'POST',
    path: `${ADMIN_PATH}/cases/{id}/decision`,
    summary: 'Decides a case; upheld, its rules count at once',
    body: CaseDecision,
    answer: CaseWithRules,
    failures: READING,
    async handle({ id, caller: { actor }, body, request: { signal } }, ports) {
      if (!v.is(TakedownCase.entries.id, id)) return UNKNOWN;
      const rules = await readRules(body.rules, ports.engine.identify, signal);
      if (!rules.ok) return rules;
      const decided = await ports.cases.decide(id, { ...body, rules: rules.value }, actor);
      if (!decided) return UNKNOWN;
      await enforce(ports);
      return ok(decided);
    },
  }),
};
