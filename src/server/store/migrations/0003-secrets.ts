/** Secrets that all servers of a database share. */
export const secretsSql = `
create table secrets (
  name text primary key,
  value text not null
);
`;
