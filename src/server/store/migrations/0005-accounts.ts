/**
 * What belongs to signed-in users, by the `sub` of their id tokens; `../schema/schema.ts` explains the columns. `downloads` has theirs too, by
 * `owner`. The index is for the end of all of a user's sessions.
 */
export const accountsSql = `
create table visitor_users (
  visitor_id text primary key,
  user_id text not null,
  created_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null
);

create index visitor_users_of_user on visitor_users (user_id);

create table user_preferences (
  user_id text primary key,
  preferences jsonb not null,
  updated_at timestamptz(3) not null default now()
);

create table queue_entries (
  user_id text not null,
  id uuid not null,
  link text not null,
  platform text,
  mode text not null,
  quality integer,
  position integer not null,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  removed_at timestamptz(3),
  primary key (user_id, id)
);
`;
