import * as fc from 'fast-check';
import type { OpenApiDocument } from '#/server/http/openapi/document.ts';
import type { JsonSchema } from '#/server/http/openapi/json-schema.ts';

/** Far longer texts are refused by their schemas; a few are enough to see that. */
const MAX_LENGTH = 60;
const MAX_ITEMS = 4;

/** Values that a schema of the document allows, as far as JSON Schema tells. */
export function createArbitraries({ components }: OpenApiDocument) {
  function valid(schema: JsonSchema): fc.Arbitrary<unknown> {
    const { $ref, enum: values, const: only, anyOf, allOf, type } = schema as Told;
    if ($ref) return valid(components.schemas[$ref.split('/').at(-1) ?? ''] ?? {});
    if (values) return fc.constantFrom(...values);
    if ('const' in schema) return fc.constant(only);
    if (anyOf) return fc.oneof(...anyOf.map(valid));
    if (allOf) return fc.tuple(...allOf.map(valid)).map((parts) => Object.assign({}, ...parts));
    return BY_TYPE[type ?? 'any']?.(schema as Told, valid) ?? fc.jsonValue();
  }
  return {
    valid,
    /** Values that are nearly right: one place of a right one holds something else, or is not there. */
    mutated: (schema: JsonSchema): fc.Arbitrary<unknown> =>
      fc.tuple(valid(schema), fc.nat(), fc.option(JUNK, { nil: undefined })).map(([value, at, junk]) => {
        const places = placesOf(value);
        return replaced(value, places[at % places.length] ?? [], junk);
      }),
  };
}

type Told = {
  $ref?: string;
  enum?: unknown[];
  const?: unknown;
  anyOf?: JsonSchema[];
  allOf?: JsonSchema[];
  type?: string;
  format?: string;
  pattern?: string;
  minLength?: number;
  minItems?: number;
  maxItems?: number;
  minimum?: number;
  maximum?: number;
  items?: JsonSchema;
  properties?: Record<string, JsonSchema>;
  required?: string[];
};
type Valid = (schema: JsonSchema) => fc.Arbitrary<unknown>;

const FORMATS: Record<string, () => fc.Arbitrary<string>> = {
  uuid: () => fc.uuid(),
  uri: () => fc.webUrl({ validSchemes: ['https'] }),
  email: () => fc.emailAddress(),
};

const BY_TYPE: Record<string, (schema: Told, valid: Valid) => fc.Arbitrary<unknown>> = {
  string: ({ format = '', pattern, minLength = 0 }) =>
    FORMATS[format]?.() ??
    (pattern
      ? fc.stringMatching(new RegExp(pattern), { maxLength: MAX_LENGTH })
      : fc.string({ unit: 'grapheme', minLength, maxLength: MAX_LENGTH })),
  integer: ({ minimum = -1000, maximum = 1_000_000 }) => fc.integer({ min: minimum, max: maximum }),
  number: () => fc.double({ noNaN: true, noDefaultInfinity: true }),
  boolean: () => fc.boolean(),
  null: () => fc.constant(null),
  array: ({ items = {}, minItems = 0 }, valid) =>
    fc.array(valid(items), { minLength: minItems, maxLength: Math.max(minItems, MAX_ITEMS) }),
  object: ({ properties = {}, required = [] }, valid) =>
    fc.record(Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, valid(schema)])), {
      requiredKeys: required,
    }),
};

/** What breaks readers: wrong types, long and odd texts, numbers at their ends. */
const JUNK: fc.Arbitrary<unknown> = fc.oneof(
  fc.jsonValue(),
  fc.constantFrom(
    '',
    'x\0',
    'x\ud800',
    '../../etc/passwd',
    'x'.repeat(20_000),
    '😀'.repeat(500),
    '__proto__',
    "'; drop table",
  ),
  fc.constantFrom(-1, 0.5, 1e308, Number.MAX_SAFE_INTEGER, null, [], {}, true),
);

type Place = readonly (string | number)[];

/** All places of a value, the value itself included. */
export function placesOf(value: unknown, at: Place = []): Place[] {
  if (typeof value !== 'object' || value === null) return [at];
  return [at, ...Object.entries(value).flatMap(([key, inner]) => placesOf(inner, [...at, key]))];
}

/** A value with something else in one of its places; undefined: the place is taken away. */
export function replaced(value: unknown, [key, ...inner]: Place, by: unknown): unknown {
  if (key === undefined || typeof value !== 'object' || value === null) return by;
  const copy: Record<string, unknown> | unknown[] = Array.isArray(value) ? [...value] : { ...value };
  const changed = replaced((value as Record<string, unknown>)[key], inner, by);
  return Object.assign(copy, { [key]: changed });
}
