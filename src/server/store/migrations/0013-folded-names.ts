/**
 * Usernames as they are looked up (src/server/identity/embedded/tables/fold-name.ts). Until now the database and the program folded capitals each
 * in their own way: names with İ or a final Σ could be signed up and never be found. Letters of English are the same either way; the
 * others are folded by the program when it starts (`refoldNames`).
 */
export const foldedNamesSql = `
alter table identity_users add column folded_name text;
update identity_users set folded_name = lower(username);
create unique index identity_folded_names on identity_users (folded_name);
drop index identity_usernames;
`;
