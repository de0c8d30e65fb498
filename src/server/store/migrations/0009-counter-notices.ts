/** Objections to takedowns are cases, too; `../schema/operations-schema.ts` explains the columns. */
export const counterNoticesSql = `
alter table takedown_cases
  add column kind text not null default 'takedown',
  add column case_id uuid references takedown_cases (id) on delete set null,
  add column more_urls text[] not null default '{}',
  add column signature text;

create index takedown_cases_by_case on takedown_cases (case_id);
`;
