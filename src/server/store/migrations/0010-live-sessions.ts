/**
 * Refresh tokens are rotated: `generation` counts how often, `rotated_at` is when it was done last. `proven_at` is when the password was
 * given again in the middle of a session. A visitor's cookie stands for a user as long as the sign-in `session_id` lasts (`origin_jti`
 * of the id token; null: from before). `ended_sessions` is for user pools elsewhere, which do not tell of a session that has ended:
 * without `session_id`, all of the user's.
 */
export const liveSessionsSql = `
alter table identity_sessions
  add column generation integer not null default 0,
  add column rotated_at timestamptz(3),
  add column proven_at timestamptz(3);

alter table visitor_users add column session_id text;

create table ended_sessions (
  user_id text not null,
  session_id text,
  ended_at timestamptz(3) not null
);
create index ended_sessions_of_user on ended_sessions (user_id);
create index ended_sessions_by_age on ended_sessions (ended_at);
`;
