/**
 * How the platforms do, and did. `statistics` has hours, and days for what is older; nothing in it is of one visitor. `platform_reports`
 * is what each process sees at the moment, `canaries` the last link that was read on trial, `incidents` the times of trouble: of a
 * platform one at most is open.
 */
export const statisticsSql = `
create table statistics (
  span text not null,
  starts_at timestamptz(3) not null,
  platform text not null,
  kind text not null,
  outcome text not null,
  count bigint not null,
  bytes bigint not null,
  primary key (span, starts_at, platform, kind, outcome)
);

create table platform_reports (
  node uuid not null,
  platform text not null,
  is_available boolean not null,
  refused_by text,
  answers integer not null,
  faults jsonb not null,
  checked_at timestamptz(3),
  updated_at timestamptz(3) not null default now(),
  primary key (node, platform)
);

create table canaries (
  platform text primary key,
  outcome text not null,
  failures integer not null,
  checked_at timestamptz(3) not null default now()
);

create table incidents (
  id uuid primary key,
  platform text not null,
  state text not null,
  code text not null,
  began_at timestamptz(3) not null default now(),
  ended_at timestamptz(3)
);

create unique index incidents_open on incidents (platform) where ended_at is null;
create index incidents_ended on incidents (ended_at);
`;
