import * as fc from 'fast-check';
import type { OperationObject, Parameter } from '#/server/http/openapi/describe-operation.ts';
import type { OpenApiDocument } from '#/server/http/openapi/document.ts';
import { createArbitraries } from './arbitrary.ts';

/** One request, as it can be sent. */
export type FuzzRequest = { method: string; path: string; headers: Record<string, string>; body: string | null };

/** Values worth trying that no schema tells: those that are there. */
export type Known = {
  /** Keys that may do all, or some, and what is none. */
  keys: readonly string[];
  /** By name of a parameter. */
  parameters: Record<string, readonly string[]>;
  /** Whole bodies. */
  bodies: Record<string, readonly unknown[]>;
};

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];
const ODD_TEXT = fc.oneof(
  fc.string(),
  fc.string({ unit: 'grapheme' }),
  fc.constantFrom('', '0', '-1', 'null', '%00', '..'),
);
/** What a header can hold at all. */
const HEADER_TEXT = fc.stringMatching(/^[\x21-\x7e]{0,40}$/);

/** Requests for all operations of the document: right ones, and such as are not. */
export function createRequests(document: OpenApiDocument, known: Known): fc.Arbitrary<FuzzRequest> {
  const { valid, mutated } = createArbitraries(document);
  const operations = Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
  );

  const valueOf = ({ name, schema }: Parameter): fc.Arbitrary<string> =>
    fc.oneof(
      { weight: 4, arbitrary: valid(schema).map(String) },
      { weight: 4, arbitrary: fc.constantFrom(...(known.parameters[name] ?? [''])) },
      { weight: 2, arbitrary: ODD_TEXT },
    );
  const valuesOf = (parameters: readonly Parameter[], requiredKeys?: string[]): fc.Arbitrary<Record<string, string>> =>
    fc.record(
      Object.fromEntries(parameters.map((parameter) => [parameter.name, valueOf(parameter)])),
      requiredKeys ? { requiredKeys } : {},
    );

  function bodyOf({ operationId, requestBody }: OperationObject): fc.Arbitrary<string | null> {
    const schema = requestBody?.content['application/json']?.schema;
    if (!schema) return fc.constant(null);
    return fc.oneof(
      { weight: 5, arbitrary: valid(schema).map((value) => JSON.stringify(value)) },
      { weight: 5, arbitrary: mutated(schema).map((value) => JSON.stringify(value) ?? '') },
      {
        weight: 3,
        arbitrary: fc.constantFrom(...(known.bodies[operationId] ?? [{}])).map((value) => JSON.stringify(value)),
      },
      { weight: 1, arbitrary: fc.string() },
    );
  }

  return fc.constantFrom(...operations).chain(({ path, method, operation }) => {
    const all = operation.parameters ?? [];
    const inPlace = (place: Parameter['in']) => all.filter((parameter) => parameter.in === place);
    return fc
      .record({
        method: fc.oneof(
          { weight: 8, arbitrary: fc.constant(method) },
          { weight: 1, arbitrary: fc.constantFrom(...METHODS) },
        ),
        parts: valuesOf(inPlace('path')),
        // Of many that are all odd, none is ever right.
        query: fc.oneof(fc.constant({}), valuesOf(inPlace('query'), [])),
        more: fc.option(fc.tuple(fc.string({ minLength: 1 }), ODD_TEXT), { freq: 10, nil: null }),
        headers: headersOf(inPlace('header'), known),
        body: bodyOf(operation),
      })
      .map(({ method: used, parts, query, more, headers, body }) => {
        const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(parts[name] ?? ''));
        const search = new URLSearchParams([...Object.entries(query), ...(more ? [more] : [])]);
        const isRead = used === 'GET' || used === 'HEAD';
        return {
          method: used,
          path: search.size > 0 ? `${filled}?${search}` : filled,
          headers,
          body: isRead ? null : body,
        };
      });
  });
}

function headersOf(parameters: readonly Parameter[], { keys }: Known): fc.Arbitrary<Record<string, string>> {
  const [good = ''] = keys;
  const apiKey = fc.oneof(
    { weight: 8, arbitrary: fc.constant(good) },
    { weight: 2, arbitrary: fc.constantFrom(...keys) },
    { weight: 1, arbitrary: HEADER_TEXT },
  );
  const type = fc.oneof(
    { weight: 9, arbitrary: fc.constant('application/json') },
    { weight: 1, arbitrary: fc.constantFrom('text/plain', 'application/json; charset=utf-8', '', 'application/jsonx') },
  );
  const own = Object.fromEntries(
    parameters.map(({ name }) => [name, fc.oneof(HEADER_TEXT, fc.constantFrom(...ODD_HEADERS))]),
  );
  const keyed = fc.oneof(
    { weight: 8, arbitrary: fc.record({ 'api-key': apiKey }) },
    { weight: 1, arbitrary: fc.record({ authorization: apiKey.map((key) => `Api-Key ${key}`) }) },
    { weight: 1, arbitrary: fc.record({ 'api-key': HEADER_TEXT, authorization: HEADER_TEXT }, { requiredKeys: [] }) },
  );
  const others = fc.record({ 'content-type': type, ...own }, { requiredKeys: ['content-type'] });
  return fc.tuple(keyed, others).map(([key, other]) => ({ ...key, ...other }));
}

const ODD_HEADERS = ['*', '"x"', 'W/"x", "y"', 'bytes=0-9', 'bytes=9-0', 'bytes=-', 'a'.repeat(300)];
