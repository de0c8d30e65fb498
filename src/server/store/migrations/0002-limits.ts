/**
 * What rate-limiter-flexible counts by, in the columns that its RateLimiterPostgres expects, in this order; `expire` is in
 * milliseconds since 1970. Unlogged: counting costs no write to the log, a crash empties it, and backups leave its rows out.
 */
export const limitsSql = `
create unlogged table rate_limits (
  key text primary key,
  points integer not null,
  expire bigint not null
);
`;
