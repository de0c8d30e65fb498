/**
 * Keys of the downloader API, and what their clients rely on: answers to requests that may be sent again, and addresses that are told
 * how a download ended. `../schema/api-key-schema.ts` explains the columns.
 */
export const apiKeysSql = `
create table api_keys (
  id uuid primary key,
  hash text not null,
  prefix text not null,
  name text not null,
  user_id text,
  scopes jsonb not null,
  limits jsonb not null,
  webhook_secret text,
  created_at timestamptz(3) not null default now(),
  expires_at timestamptz(3),
  last_used_at timestamptz(3),
  revoked_at timestamptz(3)
);

create unique index api_keys_by_hash on api_keys (hash);

create index api_keys_of_user on api_keys (user_id);

create table idempotent_requests (
  owner text not null,
  key text not null,
  attempt uuid not null,
  fingerprint text not null,
  status integer,
  body text,
  created_at timestamptz(3) not null default now(),
  primary key (owner, key)
);

create table webhooks (
  download_id uuid not null references downloads on delete cascade,
  url text not null,
  key_id uuid not null references api_keys on delete cascade,
  told text,
  primary key (download_id, url)
);

create index webhooks_of_key on webhooks (key_id);
`;
