import type { ReferenceField } from '#/model/api-reference.ts';
import type { JsonSchema } from './json-schema.ts';

type Told = {
  $ref?: string;
  type?: string;
  enum?: unknown[];
  const?: unknown;
  anyOf?: Told[];
  allOf?: Told[];
  items?: Told;
  properties?: Record<string, Told>;
  required?: string[];
  additionalProperties?: Told;
};

type Schemas = Record<string, JsonSchema>;

/** A schema as TypeScript would write it. */
export function typeOf(schema: JsonSchema): string {
  return typeText(schema as Told);
}

function typeText({ $ref, enum: values, anyOf, type, items, additionalProperties, ...own }: Told): string {
  if ($ref) return nameOf($ref);
  if (values) return values.map((value) => JSON.stringify(value)).join(' | ');
  if ('const' in own) return JSON.stringify(own.const);
  if (anyOf) return [...new Set(anyOf.map(typeText))].join(' | ');
  if (type === 'array') {
    const item = typeText(items ?? {});
    return item.includes(' ') ? `(${item})[]` : `${item}[]`;
  }
  if (type === 'object' && additionalProperties) return `Record<string, ${typeText(additionalProperties)}>`;
  return type ?? 'unknown';
}

/** The fields of an object; those of one that has no name of its own stand behind a dot. Of a choice, all that there can be. */
export function referenceFieldsOf(schema: JsonSchema, schemas: Schemas): ReferenceField[] {
  return listFields(schema as Told, schemas, '');
}

function listFields({ $ref, anyOf, allOf, properties = {}, required = [] }: Told, schemas: Schemas, before: string) {
  if ($ref && before === '') return listFields((schemas[nameOf($ref)] ?? {}) as Told, schemas, before);
  const fields: ReferenceField[] = [];
  for (const part of allOf ?? []) fields.push(...listFields(part, schemas, before));
  for (const choice of anyOf ?? [])
    fields.push(...listFields(choice, schemas, before).map((field) => ({ ...field, isRequired: false })));
  for (const [name, inner] of Object.entries(properties)) {
    fields.push({ name: before + name, type: typeText(inner), isRequired: required.includes(name) });
    if (!inner.$ref) fields.push(...listFields(inner, schemas, `${before}${name}.`));
  }
  return fields;
}

function nameOf(reference: string): string {
  return reference.split('/').at(-1) ?? '';
}
