/**
 * For what is read every minute or page by page of tables that grow for a year: downloads that are old enough to be forgotten, which are
 * a user's much later than all others'; everybody's downloads, newest first; browsers' sessions that are over.
 */
export const indexesByAgeSql = `
create index downloads_ended_of_users on downloads (updated_at)
  where state in ('done', 'failed', 'cancelled', 'expired') and object_key is null and owner like 'user:%';

create index downloads_ended_of_others on downloads (updated_at)
  where state in ('done', 'failed', 'cancelled', 'expired') and object_key is null and owner not like 'user:%';

create index downloads_by_age on downloads (created_at, id);

create index visitor_users_expiring on visitor_users (expires_at);
`;
