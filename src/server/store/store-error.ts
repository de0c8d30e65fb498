import { DrizzleQueryError } from 'drizzle-orm';

/** A line of a stack inside PGlite's bundle, where nobody can read it. */
const BUNDLE_FRAME = /\n[^\n]*@electric-sql[^\n]*/g;

/**
 * What went wrong at the database, in one line. `code` is the SQLSTATE (`23505` is a duplicate key) or the system's code
 * (`ECONNREFUSED`), `constraint` the one that was violated. The original is not kept as a cause: PGlite's stack prints its minified
 * bundle, and drizzle's message all values of the query.
 */
export class StoreError extends Error {
  override readonly name = 'StoreError';
  readonly code: string | null;
  readonly constraint: string | null;

  constructor(
    message: string,
    { code = null, constraint = null }: Partial<Pick<StoreError, 'code' | 'constraint'>> = {},
  ) {
    super(message);
    this.stack = this.stack?.replaceAll(BUNDLE_FRAME, '');
    this.code = code;
    this.constraint = constraint;
  }
}

/** Any error of a database driver as a StoreError. */
export function toStoreError(error: unknown): StoreError {
  const inner = error instanceof DrizzleQueryError ? error.cause : error;
  if (inner instanceof StoreError) return inner;
  const code = textOf(inner, 'code');
  const text = (inner instanceof Error ? inner.message : String(inner)).split('\n', 1)[0] || 'no answer';
  return new StoreError(`Database: ${text}${code ? ` (${code})` : ''}`, {
    code,
    constraint: textOf(inner, 'constraint'),
  });
}

/** The same, but what did not come from the database, such as an error that a transaction's own code throws, stays as it is. */
export function shortened(error: unknown): unknown {
  const isFromDatabase = error instanceof DrizzleQueryError || /^[0-9A-Z]{5}$/.test(textOf(error, 'code') ?? '');
  return isFromDatabase ? toStoreError(error) : error;
}

function textOf(error: unknown, key: string): string | null {
  const value: unknown = typeof error === 'object' && error !== null ? Reflect.get(error, key) : null;
  return typeof value === 'string' ? value : null;
}
