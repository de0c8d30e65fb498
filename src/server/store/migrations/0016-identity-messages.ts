/**
 * Messages of the embedded identity service that are still to be sent. `sealed` has the message, with its code, or `null` where
 * one is only pretended; `sub` and `purpose` are those of the code in it, if any.
 */
export const identityMessagesSql = `
create table identity_messages (
  id uuid primary key,
  sub uuid,
  purpose text,
  sealed text not null,
  tries integer not null default 0,
  due_at timestamptz(3) not null,
  expires_at timestamptz(3) not null
);

create index identity_messages_due on identity_messages (due_at);
create index identity_messages_of_user on identity_messages (sub);
`;
