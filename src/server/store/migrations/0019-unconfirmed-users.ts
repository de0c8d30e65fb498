/** The embedded identity service looks each minute for sign-ups that nobody has confirmed, among all users. */
export const unconfirmedUsersSql = `
create index identity_users_unconfirmed on identity_users (created_at) where status = 'UNCONFIRMED';
`;
