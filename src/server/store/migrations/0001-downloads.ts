/** Files that visitors asked for; `../schema.ts` explains the columns. */
export const downloads = `
create table downloads (
  id uuid primary key,
  owner text not null,
  platform text not null,
  media_id text not null,
  canonical_url text not null,
  format_id text not null,
  title text not null,
  state text not null default 'queued' check (
    state in ('queued', 'preparing', 'ready', 'transferring', 'done', 'failed', 'cancelled', 'expired')
  ),
  attempt integer not null default 0 check (attempt >= 0),
  object_key text,
  content_type text,
  file_name text,
  bytes bigint check (bytes >= 0),
  received_bytes bigint not null default 0 check (received_bytes >= 0),
  failure jsonb,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  expires_at timestamptz(3)
);

create index downloads_open on downloads (owner, created_at)
  where state in ('queued', 'preparing', 'ready', 'transferring');

create index downloads_expiring on downloads (expires_at)
  where expires_at is not null and state <> 'expired';
`;
