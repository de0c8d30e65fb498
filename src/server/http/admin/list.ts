import * as v from 'valibot';
import { ok } from '#/model/failure.ts';
import { Text } from '#/model/text.ts';
import { streamOf } from '../accounts/export.ts';
import { csvLine } from './csv.ts';
import type { AdminPorts } from './ports.ts';
import { type AdminRoute, type Refused, route } from './route.ts';

/** Text that is searched for. */
export const Search = v.optional(v.pipe(Text, v.trim(), v.maxLength(200)), '');
/** ISO 8601. */
export const Instant = v.optional(
  v.nullable(
    v.pipe(
      v.string(),
      v.check((text) => !Number.isNaN(Date.parse(text))),
      v.transform((text) => new Date(text)),
    ),
  ),
  null,
);

const Size = v.optional(
  v.pipe(v.string(), v.regex(/^\d{1,3}$/), v.transform(Number), v.minValue(1), v.maxValue(200)),
  '50',
);
const Cursor = v.optional(v.nullable(v.pipe(Text, v.maxLength(2048))), null);
const Format = v.optional(v.picklist(['csv', 'json']), 'csv');

const EXPORT_PAGE = 200;
const INVALID: Refused = { ok: false, failure: { code: 'invalid_request' } };

type Filters = Record<string, v.GenericSchema<unknown>>;
type Paging = { size: number; cursor: string | null };
type Exporting = { format: 'csv' | 'json' };
type Rows<Row> = { rows: Row[]; cursor: string | null };

type List<Entries extends Filters, Row> = {
  /** Below ADMIN_PATH. */
  path: string;
  summary: string;
  filters: v.ObjectSchema<Entries, undefined>;
  row: v.ObjectSchema<v.ObjectEntries, undefined> & v.GenericSchema<unknown, Row>;
  /** null: the cursor is none of ours. */
  page: (
    ports: AdminPorts,
    query: v.InferOutput<v.ObjectSchema<Entries, undefined>> & { cursor: string | null },
    size: number,
  ) => Promise<Rows<Row> | null>;
};

/** A list, page by page, and the whole of it as a file: `GET …?size=&cursor=` and `GET …/export?format=csv|json`. */
export function listRoutes<Entries extends Filters, Row>({
  path,
  summary,
  filters,
  row,
  page,
}: List<Entries, Row>): AdminRoute[] {
  const { entries } = filters;
  type Filter = v.InferOutput<typeof filters>;
  // The compiler cannot add entries it does not know to others.
  const Paged = v.object({ ...entries, size: Size, cursor: Cursor }) as v.GenericSchema<unknown, Filter & Paging>;
  const Whole = v.object({ ...entries, format: Format }) as v.GenericSchema<unknown, Filter & Exporting>;
  return [
    route({
      method: 'GET',
      path,
      summary,
      query: Paged,
      answer: v.object({ rows: v.array(row), cursor: v.nullable(v.string()) }),
      async handle({ query }, ports) {
        const found = await page(ports, query, query.size);
        return found ? ok(found) : INVALID;
      },
    }),
    route({
      method: 'GET',
      path: `${path}/export`,
      summary: `${summary}, as a file`,
      query: Whole,
      async handle({ query }, ports) {
        const all = rowsOf((cursor) => page(ports, { ...query, cursor }, EXPORT_PAGE));
        const name = path.slice(1).replaceAll('/', '-');
        const columns = Object.keys(row.entries);
        return query.format === 'csv'
          ? file(csvOf(all, columns), `${name}.csv`, 'text/csv; charset=utf-8')
          : file(jsonOf(all), `${name}.json`, 'application/json');
      },
    }),
  ];
}

async function* rowsOf<Row>(page: (cursor: string | null) => Promise<Rows<Row> | null>): AsyncGenerator<Row> {
  let cursor: string | null = null;
  do {
    const found: Rows<Row> | null = await page(cursor);
    yield* found?.rows ?? [];
    cursor = found?.cursor ?? null;
  } while (cursor !== null);
}

/** The mark at the beginning tells spreadsheets that it is UTF-8. */
async function* csvOf(rows: AsyncIterable<unknown>, columns: readonly string[]): AsyncGenerator<string> {
  yield `\uFEFF${csvLine(columns)}`;
  for await (const row of rows) yield csvLine(columns.map((column) => Reflect.get(Object(row), column)));
}

async function* jsonOf(rows: AsyncIterable<unknown>): AsyncGenerator<string> {
  let separator = '[';
  for await (const row of rows) {
    yield separator + JSON.stringify(row);
    separator = ',\n';
  }
  yield separator === '[' ? '[]' : ']';
}

function file(text: AsyncGenerator<string>, name: string, contentType: string): Response {
  return new Response(streamOf(text), {
    headers: {
      'content-type': contentType,
      'content-disposition': `attachment; filename="${name}"`,
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    },
  });
}
