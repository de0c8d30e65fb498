import type { ResponseSpec, Operation } from '../operation.ts';

type Header = { description: string; schema: { type: 'string' | 'integer'; minimum?: number } };

const count = (description: string): Header => ({ description, schema: { type: 'integer', minimum: 0 } });
const text = (description: string): Header => ({ description, schema: { type: 'string' } });

/** Headers of answers, by the name that the document refers to them by. */
export const HEADERS: Record<string, Header> = {
  'RateLimit-Limit': count('What may be asked in each window'),
  'RateLimit-Remaining': count('What is left of it'),
  'RateLimit-Reset': count('Seconds until all of it is there again'),
  'RateLimit-Policy': text('The limit and its window in seconds: `30;w=600`'),
  'Retry-After': count('Seconds after which another try makes sense'),
  'Idempotency-Replayed': text('`true` where an earlier answer is repeated'),
  ETag: text('The version of the answer, for If-None-Match'),
  'Accept-Ranges': text('`bytes`'),
  'Content-Disposition': text('Whether it is to be saved, and under what name'),
  'Content-Length': count('Length in bytes'),
  'Content-Range': text('Which bytes of how many'),
};

const LIMIT = ['RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset', 'RateLimit-Policy'];
/** Statuses whose failures may tell when to come back. */
const TEMPORARY: ReadonlySet<number> = new Set([409, 429, 503]);

type References = Record<string, { $ref: string }>;

const references = (names: readonly string[]): References =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));

/** Headers that an answer of an operation may have. */
export function headersOf(
  { limit, isIdempotent, isVersioned }: Operation,
  { headers = [] }: Pick<ResponseSpec, 'headers'>,
) {
  return references([
    ...headers,
    ...(limit ? LIMIT : []),
    ...(isIdempotent ? ['Idempotency-Replayed'] : []),
    ...(isVersioned ? ['ETag'] : []),
  ]);
}

/** Headers that a refusal of an operation may have. */
export function refusalHeadersOf({ limit }: Operation, status: number) {
  return references([...(limit ? LIMIT : []), ...(TEMPORARY.has(status) ? ['Retry-After'] : [])]);
}
