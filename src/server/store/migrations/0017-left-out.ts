/** Why an archive lacks links that it was asked for: a failure's code for each of them. Null: it lacks none, or is none. */
export const leftOutSql = `
alter table downloads add column left_out jsonb;
`;
