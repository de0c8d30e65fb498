/** Answers of platforms that nobody understood, scrubbed (src/server/engine/errors/unread.ts): equal ones are one row. */
export const unreadAnswersSql = `
create table unread_answers (
  fingerprint text primary key,
  platform text not null,
  kind text not null,
  host text not null,
  code text not null,
  extractor text,
  version text,
  types jsonb not null,
  message text not null,
  count integer not null,
  first_at timestamptz(3) not null default now(),
  last_at timestamptz(3) not null default now()
);
create index unread_answers_by_age on unread_answers (last_at);
`;
