import * as v from 'valibot';
import { m } from '#/language/paraglide/messages.js';
import { CaseDecision, type CaseWithRules } from '#/model/admin.ts';
import { BLANK_RULE, RuleAnswers, toRuleDraft } from '../rules/rule-answers.ts';

/** What the form of a decision asks, as its fields have it. */
export const DecisionAnswers = v.object({
  state: v.picklist(CaseDecision.entries.state.options, () => m.account_keys_choose()),
  notes: v.pipe(v.string(), v.trim(), v.maxLength(5000)),
  /** Only what is upheld makes any. */
  rules: v.pipe(v.array(RuleAnswers), v.maxLength(50)),
});
export type DecisionAnswers = v.InferInput<typeof DecisionAnswers>;

/** What is suggested: to take down each link that it names, unless something came of the case already, or it objects to that. */
export function suggestedAnswers({ takedown, rules }: CaseWithRules): DecisionAnswers {
  const links = new Set([takedown.sourceUrl, ...takedown.moreUrls]);
  const isFirst = takedown.kind === 'takedown' && rules.length === 0;
  return {
    state: 'upheld',
    notes: takedown.notes,
    rules: isFirst ? [...links].map((value) => ({ ...BLANK_RULE, value })) : [],
  };
}

/** The decision that valid answers ask for. */
export function toDecision({ state, notes, rules }: DecisionAnswers): CaseDecision {
  return { state, notes: notes.trim(), rules: state === 'upheld' ? rules.map(toRuleDraft) : [] };
}
