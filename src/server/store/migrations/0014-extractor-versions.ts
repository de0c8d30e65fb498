/**
 * Versions of the extractor that all servers agree on. `extractor_versions` is what an index has offered, and what became of it;
 * `extractor_files` the bytes that were seen first under each file's name, which nobody installs otherwise; `extractor_decision`, of one
 * row, the version to run (null: the one a server was installed with), the one before it, and who looks for another at the moment;
 * `extractor_reads` how reads went since a version took over; `extractor_changes` what everybody is told; `extractor_nodes` what each
 * process runs.
 */
export const extractorVersionsSql = `
create table extractor_versions (
  version text primary key,
  pins jsonb not null,
  refusal text,
  detail text,
  seen_at timestamptz(3) not null default now(),
  taken_at timestamptz(3)
);

create table extractor_files (
  file text primary key,
  sha256 text not null,
  seen_at timestamptz(3) not null default now()
);

create table extractor_decision (
  id boolean primary key default true check (id),
  version text,
  previous text,
  decided_at timestamptz(3),
  watched_until timestamptz(3),
  leader text,
  led_until timestamptz(3),
  looked_at timestamptz(3)
);

create table extractor_reads (
  version text not null,
  platform text not null,
  answered integer not null,
  failed integer not null,
  lost integer not null,
  primary key (version, platform)
);

create table extractor_changes (
  id uuid primary key,
  kind text not null,
  version text,
  before text,
  at timestamptz(3) not null default now()
);
create index extractor_changes_by_age on extractor_changes (at);

create table extractor_nodes (
  node text primary key,
  version text,
  trouble text,
  updated_at timestamptz(3) not null default now()
);
`;
