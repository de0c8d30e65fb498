import { m } from '#/language/paraglide/messages.js';
import type { CaseDecision } from '#/model/admin.ts';
import type { CaseKind, CaseState } from '#/model/operations.ts';

export const CASE_STATE_TEXT: Record<CaseState, () => string> = {
  open: m.admin_case_open,
  upheld: m.admin_case_upheld,
  rejected: m.admin_case_rejected,
  countered: m.admin_case_countered,
};

export const CASE_KIND_TEXT: Record<CaseKind, () => string> = {
  takedown: m.admin_case_takedown,
  'counter-notice': m.admin_case_counter_notice,
};

/** What was stated, by the names that the requests have. */
export const STATEMENT_TEXT: Readonly<Record<string, (() => string) | undefined>> = {
  goodFaith: m.admin_cases_good_faith,
  accurate: m.admin_cases_accurate,
  mistake: m.admin_case_mistake,
  jurisdiction: m.admin_case_jurisdiction,
};

/** What can be decided of each kind of case, and what that does. */
export const DECISION_TEXT: Record<CaseKind, Partial<Record<CaseDecision['state'], () => string>>> = {
  takedown: {
    upheld: m.admin_case_upheld_hint,
    rejected: m.admin_case_rejected_hint,
    countered: m.admin_case_countered_hint,
  },
  'counter-notice': { upheld: m.admin_counter_upheld_hint, rejected: m.admin_counter_rejected_hint },
};
