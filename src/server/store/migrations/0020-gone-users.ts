/**
 * When what the site keeps of a user who is gone is to be deleted (src/server/identity/embedded/tables/gone-users.ts); null: it was. Until now
 * that was left to whoever deleted the account, so it is done once for everybody who was deleted before.
 */
export const goneUsersSql = `
alter table identity_spent_subs add column erase_after timestamptz(3);
update identity_spent_subs set erase_after = now();
create index identity_spent_subs_to_erase on identity_spent_subs (erase_after) where erase_after is not null;
`;
