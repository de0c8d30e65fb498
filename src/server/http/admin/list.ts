import * as v from 'valibot';
import { ok } from '#/model/failure.ts';
import { CommonInstant } from '#/model/instant.ts';
import { Text } from '#/model/text.ts';
import { streamOf } from '#/server/service/accounts/export.ts';
import { csvLine } from './csv.ts';
import type { AdminPorts } from './ports.ts';
import type { Operation, RefusedOperation } from '../operation.ts';
import { ADMIN_PATH, adminOperation } from './route.ts';

/** Text that is searched for. */
export const Search = v.optional(v.pipe(Text, v.trim(), v.maxLength(200)), '');
/** ISO 8601. */
export const Instant = v.optional(
  v.nullable(
    v.pipe(
      CommonInstant,
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
const PagingQuery = v.object({ size: Size, cursor: Cursor });
const ExportQuery = v.object({ format: Format });

const EXPORT_PAGE = 200;
/** In the order in which they are asked for: CSV unless said otherwise. */
const FILE: Operation['answers'] = [
  { status: 200, contentType: 'text/csv', schema: null },
  { status: 200, contentType: 'application/json', schema: null },
];
const INVALID: RefusedOperation = { ok: false, failure: { code: 'invalid_request' } };

type Filters = Record<string, v.GenericSchema<unknown>>;
type Filtered<Entries extends Filters> = v.ObjectSchema<Entries, undefined>;
type Rows<Row> = { rows: Row[]; cursor: string | null };

type List<Entries extends Filters, Row> = {
  /** The last part of its path, below ADMIN_PATH. */
  name: string;
  summary: string;
  filters: Filtered<Entries>;
  row: v.ObjectSchema<v.ObjectEntries, undefined> & v.GenericSchema<unknown, Row>;
  /** null: the cursor is none of ours. */
  page: (
    ports: AdminPorts,
    query: v.InferOutput<Filtered<Entries>> & { cursor: string | null },
    size: number,
  ) => Promise<Rows<Row> | null>;
};

/** A list, page by page, and the whole of it as a file: `GET …?size=&cursor=` and `GET …/export?format=csv|json`. */
export function listOperations<Entries extends Filters, Row>({
  name,
  summary,
  filters: { entries },
  row,
  page,
}: List<Entries, Row>) {
  type Given = v.InferInput<Filtered<Entries>>;
  type Read = v.InferOutput<Filtered<Entries>>;
  // The compiler cannot add entries it does not know to others.
  const Paged = v.object({ ...entries, size: Size, cursor: Cursor }) as v.GenericSchema<
    Given & v.InferInput<typeof PagingQuery>,
    Read & v.InferOutput<typeof PagingQuery>
  >;
  const Whole = v.object({ ...entries, format: Format }) as v.GenericSchema<
    Given & v.InferInput<typeof ExportQuery>,
    Read & v.InferOutput<typeof ExportQuery>
  >;
  const id = `get${name.charAt(0).toUpperCase()}${name.slice(1)}`;
  return {
    page: adminOperation({
      id,
      method: 'GET',
      path: `${ADMIN_PATH}/${name}`,
      summary,
      query: Paged,
      answer: v.object({ rows: v.array(row), cursor: v.nullable(v.string()) }) as v.GenericSchema<unknown, Rows<Row>>,
      async handle({ query }, ports) {
        const found = await page(ports, query, query.size);
        return found ? ok(found) : INVALID;
      },
    }),
    whole: adminOperation({
      id: `${id}Export`,
      method: 'GET',
      path: `${ADMIN_PATH}/${name}/export`,
      summary: `${summary}, as a file`,
      query: Whole,
      answers: FILE,
      handle({ query }, ports) {
        const all = rowsOf((cursor) => page(ports, { ...query, cursor }, EXPORT_PAGE));
        const columns = Object.keys(row.entries);
        return query.format === 'csv'
          ? file(csvOf(all, columns), `${name}.csv`, 'text/csv; charset=utf-8')
          : file(jsonOf(all), `${name}.json`, 'application/json');
      },
    }),
  };
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
