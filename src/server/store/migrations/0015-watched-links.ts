/** Links that signed-in users wait for; `../schema/schema.ts` explains the columns. The index is for finding those that are to be looked at. */
export const watchedLinksSql = `
create table watched_links (
  id uuid primary key,
  user_id text not null,
  link text not null,
  platform text not null,
  title text,
  language text not null,
  starts_at timestamptz(3),
  state text not null default 'waiting',
  next_look_at timestamptz(3) not null,
  created_at timestamptz(3) not null default now(),
  ended_at timestamptz(3)
);

create unique index watched_links_of_user on watched_links (user_id, link);
create index watched_links_due on watched_links (next_look_at) where state = 'waiting';
`;
