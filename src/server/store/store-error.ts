import { DrizzleQueryError } from 'drizzle-orm';

/** A line of a stack inside PGlite's bundle, where nobody can read it. */
const BUNDLE_FRAME = /\n[^\n]*@electric-sql[^\n]*/g;

/** Of the system; of PostgreSQL, where connections fail (class 08) and servers shut down, crash and start (57P01 to 57P03). */
const AWAY_CODES = /^(?:ECONN[A-Z]+|EPIPE|ETIMEDOUT|E(?:HOST|NET)UNREACH|ENOTFOUND|EAI_AGAIN|08...|57P0[123])$/;
/** PostgreSQL's disk_full, and the system's codes for a full disk and a used-up share of one. */
const FULL_CODES: ReadonlySet<string> = new Set(['53100', 'ENOSPC', 'EDQUOT']);
/** WASI's number. */
const WASI_ENOSPC = 51;
/** pg's (client.js) and pg-pool's. */
const AWAY_WORDS = /Connection terminated|connection timeout|timeout exceeded when trying to connect|not queryable/i;

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

/** The system's code where nobody listens at an address. */
const REFUSED = 'ECONNREFUSED';

/** Any error of a database driver as a StoreError. */
export function toStoreError(error: unknown): StoreError {
  const inner = error instanceof DrizzleQueryError ? error.cause : error;
  if (inner instanceof StoreError) return inner;
  const code = codeOf(inner) ?? emscriptenCode(inner);
  const text = wordsOf(inner).split('\n', 1)[0] || 'no answer';
  return new StoreError(`Database: ${text}${code ? ` (${code})` : ''}`, {
    code,
    constraint: textOf(inner, 'constraint'),
  });
}

/** Whether the database could not be reached, or went away before it answered: the same may succeed later, or has succeeded already. */
export function isAway(error: unknown): boolean {
  const inner = error instanceof DrizzleQueryError ? error.cause : error;
  const code = codeOf(inner);
  if (code !== null) return AWAY_CODES.test(code);
  // What the driver says itself has no code.
  return inner instanceof Error && AWAY_WORDS.test(inner.message);
}

/** The same, but what did not come from the database, such as an error that a transaction's own code throws, stays as it is. */
export function shortened(error: unknown): unknown {
  const isFromDatabase = error instanceof DrizzleQueryError || /^[0-9A-Z]{5}$/.test(textOf(error, 'code') ?? '');
  return isFromDatabase ? toStoreError(error) : error;
}

/** Whether there was no room to write what was asked for: disk_full, and the system's codes. */
export function isFull(error: unknown): boolean {
  const inner = error instanceof DrizzleQueryError ? error.cause : error;
  return FULL_CODES.has(textOf(inner, 'code') ?? '');
}

/** A socket that its server has removed, or not made yet, is one where nobody listens. */
function codeOf(error: unknown): string | null {
  const code = textOf(error, 'code');
  return code === 'ENOENT' && textOf(error, 'syscall') === 'connect' ? REFUSED : code;
}

/** What the embedded database throws before it is one: Emscripten's errors have a number, and no message for anybody. */
function emscriptenCode(error: unknown): string | null {
  if (textOf(error, 'name') !== 'ErrnoError') return null;
  const errno: unknown = Reflect.get(Object(error), 'errno');
  return errno === WASI_ENOSPC ? 'ENOSPC' : `errno ${String(errno)}`;
}

function wordsOf(error: unknown): string {
  if (textOf(error, 'name') === 'ErrnoError') return 'a file could not be written';
  const text = error instanceof Error ? error.message : String(error);
  return text.startsWith('Aborted(') ? 'the embedded database gave up' : text;
}

function textOf(error: unknown, key: string): string | null {
  const value: unknown = typeof error === 'object' && error !== null ? Reflect.get(error, key) : null;
  return typeof value === 'string' ? value : null;
}
