/** Secrets that all servers of a database share. */
export const secrets = `
create table secrets (
  name text primary key,
  value text not null
);
`;
