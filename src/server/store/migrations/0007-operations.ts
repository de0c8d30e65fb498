/** What operators do; `../schema/operations-schema.ts` explains the columns. */
export const operationsSql = `
alter table downloads add column rule_keys text[] not null default '{}';

create index downloads_kept on downloads (id)
  where is_kept and (object_key is not null or state in ('queued', 'preparing'));

create table takedown_cases (
  id uuid primary key,
  state text not null default 'open',
  source_url text not null,
  claimant jsonb not null,
  work text not null,
  statements jsonb not null,
  notes text not null default '',
  created_at timestamptz(3) not null default now(),
  decided_at timestamptz(3)
);

create index takedown_cases_by_time on takedown_cases (created_at, id);

create table rules (
  id uuid primary key,
  kind text not null,
  platform text,
  value text not null,
  reason text not null,
  case_id uuid references takedown_cases (id),
  created_at timestamptz(3) not null default now(),
  created_by text not null
);

create unique index rules_by_value on rules (kind, coalesce(platform, ''), md5(value));

create index rules_by_time on rules (created_at, id);

create table platform_switches (
  platform text primary key,
  is_on boolean not null,
  notice jsonb,
  changed_at timestamptz(3) not null default now()
);

create table engine_settings (
  id boolean primary key default true check (id),
  settings jsonb not null,
  changed_at timestamptz(3) not null default now()
);

create table audit_log (
  id uuid primary key,
  at timestamptz(3) not null default now(),
  actor text not null,
  action text not null,
  target text not null,
  before jsonb,
  after jsonb
);

create index audit_log_by_time on audit_log (at, id);
`;
