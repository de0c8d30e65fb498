import type { ServerOptions } from 'node:http';

/**
 * Of a test's server that is asked by `fetch` again and again: idle connections stay open. A call that came in the moment in which one is
 * closed, on a busy machine after any pause, would fail (ECONNRESET), and no test asks again.
 */
export const STAYS_OPEN: ServerOptions = { keepAliveTimeout: 0 };
