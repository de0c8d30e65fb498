/**
 * The embedded identity service (src/server/identity/embedded). What is worth less than a write to the log – challenges under way,
 * counted attempts, codes of the redirect sign-in – is unlogged: a crash empties it, and backups leave its rows out. Sessions have
 * no foreign key, so that a refresh after its user was deleted can still be told why; neither have codes and challenges, since names
 * that nobody has are answered like users. All of them are swept when they expire.
 */
export const identitySql = `
create table identity_users (
  sub uuid primary key,
  username text not null,
  status text not null,
  is_enabled boolean not null,
  attributes jsonb not null,
  email_alias text unique,
  phone_alias text unique,
  salt text,
  verifier text,
  totp_secret text,
  totp_pending text,
  totp_step bigint,
  mfa jsonb not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null
);
create unique index identity_usernames on identity_users (lower(username));
create index identity_users_by_age on identity_users (created_at, sub);

create table identity_codes (
  sub uuid not null,
  purpose text not null,
  hash text not null,
  destination text not null,
  attempts_left integer not null,
  expires_at timestamptz(3) not null,
  sends integer not null,
  first_sent_at timestamptz(3) not null,
  primary key (sub, purpose)
);

create unlogged table identity_challenges (
  id text primary key,
  name text not null,
  sub uuid not null,
  state text not null,
  answers_left integer not null,
  expires_at timestamptz(3) not null
);
create index identity_challenges_expiring on identity_challenges (expires_at);

create unlogged table identity_attempts (
  sub uuid primary key,
  failures integer not null,
  last_at timestamptz(3) not null
);

create table identity_sessions (
  origin_jti uuid primary key,
  sub uuid not null,
  secret_hash text not null,
  device_key text,
  scope text not null,
  created_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  revoked_at timestamptz(3)
);
create index identity_sessions_of_user on identity_sessions (sub);
create index identity_sessions_expiring on identity_sessions (expires_at);

create table identity_devices (
  sub uuid not null references identity_users on delete cascade,
  key text not null,
  name text not null,
  salt text not null,
  verifier text not null,
  is_remembered boolean not null,
  created_at timestamptz(3) not null,
  modified_at timestamptz(3) not null,
  authenticated_at timestamptz(3) not null,
  primary key (sub, key)
);

create table identity_groups (
  name text primary key,
  description text,
  precedence integer,
  created_at timestamptz(3) not null,
  modified_at timestamptz(3) not null
);

create table identity_members (
  group_name text not null references identity_groups on delete cascade,
  sub uuid not null references identity_users on delete cascade,
  primary key (group_name, sub)
);
create index identity_members_by_user on identity_members (sub);

create table identity_federations (
  provider text not null,
  provider_user_id text not null,
  sub uuid not null references identity_users on delete cascade,
  primary key (provider, provider_user_id)
);
create index identity_federations_of_user on identity_federations (sub);

create unlogged table identity_oauth_codes (
  hash text primary key,
  sub uuid not null,
  redirect_uri text not null,
  code_challenge text not null,
  scope text not null,
  nonce text,
  expires_at timestamptz(3) not null,
  used_at timestamptz(3),
  origin_jti uuid
);

create table identity_outbox (
  id bigint generated always as identity primary key,
  message jsonb not null,
  destination text not null,
  created_at timestamptz(3) not null
);
create index identity_outbox_by_destination on identity_outbox (destination);
`;
