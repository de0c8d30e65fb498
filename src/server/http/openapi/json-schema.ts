import { toJsonSchema, toJsonSchemaDefs } from '@valibot/to-json-schema';
import type * as v from 'valibot';

export type JsonSchema = { [key: string]: unknown };
type AnySchema = v.GenericSchema<unknown>;
type Direction = 'input' | 'output';

/** What changes a text before it is judged, and says nothing of which texts are right. */
const UNTOLD = ['trim', 'to_lower_case'];
const REFERENCES = '#/components/schemas/';

type Converted = { valibotSchema: object; jsonSchema: object };

/** Schemas by name, and others that refer to them, as JSON Schema 2020-12. `input`: what is sent; `output`: what is answered. */
export function createJsonSchemas(definitions: Record<string, AnySchema>) {
  const configOf = (typeMode: Direction) =>
    ({
      typeMode,
      target: 'draft-2020-12',
      // Patterns without their flags: what is told is a little narrower than what is read.
      errorMode: 'ignore',
      ignoreActions: UNTOLD,
      definitions,
      overrideSchema: ({ valibotSchema, jsonSchema }: Converted) =>
        typeMode === 'output' ? withDefaults(valibotSchema, jsonSchema) : null,
      overrideAction: ({ valibotAction }: { valibotAction: object }) => told(valibotAction),
      overrideRef: ({ referenceId }: { referenceId: string }) => REFERENCES + referenceId,
    }) as const;
  return {
    /** All of the named ones. */
    named: (typeMode: Direction): Record<string, JsonSchema> =>
      toJsonSchemaDefs(definitions, configOf(typeMode)) as Record<string, JsonSchema>,
    /** One, which refers to those that have names. */
    schemaOf(schema: AnySchema, typeMode: Direction): JsonSchema {
      const { $schema: _, $defs: __, ...own } = toJsonSchema(schema, configOf(typeMode)) as JsonSchema;
      return own;
    },
  };
}

/** Of a text that stands for something else: what its schema says itself that it is, by `v.metadata({ jsonSchema })`. */
function told(action: object): JsonSchema | null {
  const { jsonSchema } = ('metadata' in action ? action.metadata : {}) as { jsonSchema?: JsonSchema };
  return jsonSchema ?? null;
}

/** What has a default is always there once it was read. */
function withDefaults(schema: object, jsonSchema: object): JsonSchema | null {
  if (!('entries' in schema)) return null;
  const entries = Object.entries(schema.entries as v.ObjectEntries);
  const isThere = (entry: { type: string; default?: unknown }) =>
    entry.type !== 'optional' || entry.default !== undefined;
  return { ...jsonSchema, required: entries.filter(([, entry]) => isThere(entry)).map(([name]) => name) };
}
