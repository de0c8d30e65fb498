import { m } from '#/language/paraglide/messages.js';
import type { CaseDecision } from '#/model/admin.ts';
import type { CaseState } from '#/model/operations.ts';

export const CASE_STATE_TEXT: Record<CaseState, () => string> = {
  open: m.admin_case_open,
  upheld: m.admin_case_upheld,
  rejected: m.admin_case_rejected,
  countered: m.admin_case_countered,
};

/** What each decision does. */
export const DECISION_TEXT: Record<CaseDecision['state'], () => string> = {
  upheld: m.admin_case_upheld_hint,
  rejected: m.admin_case_rejected_hint,
  countered: m.admin_case_countered_hint,
};
