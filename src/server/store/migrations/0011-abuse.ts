/**
 * Guesses at passwords and codes are counted by whoever makes them: `source` is a network or a device of the user, or stands for all
 * strangers together (src/server/identity/embedded/tables/attempts.ts); `signed_in_at` is when a right answer came from there last. Unlogged,
 * as the table that it takes the place of: a crash forgets guesses. A challenge knows the device that it is for. `identity_spent_subs` has
 * the subs of users that are gone, since that of a name is found again from the name.
 */
export const abuseSql = `
drop table identity_attempts;

create unlogged table identity_guesses (
  sub uuid not null,
  source text not null,
  failures integer not null,
  last_at timestamptz(3) not null,
  signed_in_at timestamptz(3),
  primary key (sub, source)
);
create index identity_guesses_by_age on identity_guesses (last_at);

alter table identity_challenges add column device_key text;

create table identity_spent_subs (
  sub uuid primary key
);
`;
