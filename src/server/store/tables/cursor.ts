import { type AnyColumn, type SQL, sql } from 'drizzle-orm';
import * as v from 'valibot';
import { isCommonInstant } from '#/model/instant.ts';

/** Where a page ended: the time and the id of its last row. */
const Place = v.pipe(
  v.string(),
  v.regex(/^\d{1,15}\.[0-9a-f-]{36}$/),
  v.transform((text) => text.split('.')),
  v.strictTuple([v.pipe(v.string(), v.transform(Number), v.check(isCommonInstant)), v.pipe(v.string(), v.uuid())]),
);

export type RowPage<Row> = { rows: Row[]; cursor: string | null };

/** The condition of rows after a cursor, newest first; undefined: from the newest on. null: the cursor is none of ours. */
export function isAfter(cursor: string | null, at: AnyColumn, id: AnyColumn): SQL | undefined | null {
  if (cursor === null) return undefined;
  const place = v.safeParse(Place, cursor);
  if (!place.success) return null;
  const [atMs, lastId] = place.output;
  return sql`(${at}, ${id}) < (${new Date(atMs).toISOString()}::timestamptz, ${lastId}::uuid)`;
}

/** A page of rows of which one more than `size` was asked for, and how to go on. */
export function pageOf<Row extends { id: string }>(
  found: readonly Row[],
  size: number,
  atOf: (row: Row) => Date,
): RowPage<Row> {
  const rows = found.slice(0, size);
  const last = rows.at(-1);
  return { rows, cursor: last && found.length > size ? `${atOf(last).getTime()}.${last.id}` : null };
}

/** Text that contains what was typed; capitals and accents of all languages are known to ICU, which all distributions build in. */
export function contains(column: AnyColumn | SQL, typed: string): SQL {
  const pattern = `%${typed.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
  return sql`${column} ilike ${pattern} collate "und-x-icu"`;
}
