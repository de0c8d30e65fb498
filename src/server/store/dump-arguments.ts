/**
 * What pg_dump is told, of either embedded database. Owners and rights are those of the database it comes into; several rows in one
 * statement read five times as fast. Unlogged tables come empty, as after a crash.
 */
export const DUMP_ARGUMENTS = [
  '--no-owner',
  '--no-privileges',
  '--inserts',
  '--rows-per-insert=100',
  '--no-unlogged-table-data',
];
