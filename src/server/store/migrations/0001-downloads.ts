/** Files that visitors asked for; `../schema/schema.ts` explains the columns. */
export const downloadsSql = `
create table downloads (
  id uuid primary key,
  owner text not null,
  is_kept boolean not null,
  platform text,
  canonical_url text,
  format_id text,
  title text not null,
  request jsonb,
  state text not null check (
    state in ('queued', 'preparing', 'ready', 'transferring', 'paused', 'done', 'failed', 'cancelled', 'expired')
  ),
  attempt integer not null default 0 check (attempt >= 0),
  object_key text,
  file_name text,
  total_bytes bigint check (total_bytes >= 0),
  received_bytes bigint not null default 0 check (received_bytes >= 0),
  failure jsonb,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  expires_at timestamptz(3)
);

create index downloads_of_owner on downloads (owner, created_at);

create index downloads_running on downloads (updated_at)
  where state in ('queued', 'preparing', 'transferring', 'paused');

create index downloads_expiring on downloads (expires_at) where state = 'ready';
`;
