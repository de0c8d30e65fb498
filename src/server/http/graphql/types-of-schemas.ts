import {
  GraphQLBoolean,
  GraphQLEnumType,
  type GraphQLFieldConfigArgumentMap,
  type GraphQLFieldConfigMap,
  GraphQLFloat,
  GraphQLID,
  type GraphQLInputType,
  GraphQLInt,
  GraphQLList,
  type GraphQLNullableType,
  GraphQLNonNull,
  GraphQLObjectType,
  type GraphQLOutputType,
  GraphQLString,
} from 'graphql';
import type * as v from 'valibot';
import { Notice } from '#/model/notice.ts';

type Schema = v.GenericSchema;
type NullableOutputType = GraphQLNullableType & GraphQLOutputType;
/** What the model is made of; a field of another kind is a bug of whoever shows it. */
type Known =
  | v.ObjectSchema<v.ObjectEntries, undefined>
  | v.ArraySchema<Schema, undefined>
  | v.NullableSchema<Schema, undefined>
  | v.OptionalSchema<Schema, undefined>
  | v.PicklistSchema<readonly string[], undefined>
  | v.StringSchema<undefined>
  | v.NumberSchema<undefined>
  | v.BooleanSchema<undefined>;

/** GraphQL's types of the model's schemas: an object's, a choice's, and lists and optional ones of them. */
type SchemaTypes = {
  /** Of what a field answers. */
  output: (schema: Schema) => NullableOutputType;
  /** What a field may be asked with, by the entries of an object; what is optional there is so here. */
  inputs: (schema: v.ObjectSchema<v.ObjectEntries, undefined>) => GraphQLFieldConfigArgumentMap;
};

/**
 * Types by the model's schemas, so that nothing is said twice. Schemas that are named here have that name; objects and choices within
 * them that are not are called after where they are (`MediaHints`).
 */
export function createSchemaTypes(named: Readonly<Record<string, Schema>>): SchemaTypes {
  const names = new Map(Object.entries(named).map(([name, schema]) => [schema, name]));
  const made = new Map<Schema, GraphQLNullableType>();

  /** One type for each schema, made when it is first met. */
  function once<T extends GraphQLNullableType>(schema: Schema, make: () => T): T {
    const known = made.get(schema) as T | undefined;
    const type = known ?? make();
    made.set(schema, type);
    return type;
  }

  const enumOf = (schema: Schema, options: readonly string[], place: string) =>
    once(schema, () => new GraphQLEnumType({ name: names.get(schema) ?? place, values: valuesOf(options) }));

  function fieldsOf(entries: v.ObjectEntries, owner: string): GraphQLFieldConfigMap<unknown, unknown> {
    const fields = Object.entries(entries).map(([name, schema]) => {
      const { isRequired, inner } = unwrapped(schema as Schema);
      if (inner === (Notice as Schema)) return [name, noticeField(name)];
      const type = outputOf(inner, `${owner}${name.charAt(0).toUpperCase()}${name.slice(1)}`, name);
      return [name, { type: isRequired ? new GraphQLNonNull(type) : type }];
    });
    return Object.fromEntries(fields) as GraphQLFieldConfigMap<unknown, unknown>;
  }

  /** In one language: most clients have no other use for it. */
  function noticeField(name: string): GraphQLFieldConfigMap<unknown, unknown>[string] {
    const { options } = Notice.key;
    return {
      type: GraphQLString,
      args: { language: { type: enumOf(Notice.key, options, 'Language'), defaultValue: 'en' } },
      resolve: (source, { language }) => {
        const notice = (source as Record<string, Notice | undefined>)[name];
        return notice?.[language as keyof Notice] ?? notice?.en ?? null;
      },
    };
  }

  function outputOf(schema: Schema, place: string, field: string): NullableOutputType {
    const known = schema as Known;
    switch (known.type) {
      case 'object': {
        const name = names.get(schema) ?? place;
        return once(schema, () => new GraphQLObjectType({ name, fields: () => fieldsOf(known.entries, name) }));
      }
      case 'array':
        return new GraphQLList(new GraphQLNonNull(outputOf(known.item, place, field)));
      default:
        return leafOf(known, place, field);
    }
  }

  function leafOf(schema: Known, place: string, field: string) {
    switch (schema.type) {
      case 'picklist':
        return enumOf(schema, schema.options, place);
      case 'string':
        return /^(?:id|.*Id)$/.test(field) ? GraphQLID : GraphQLString;
      case 'boolean':
        return GraphQLBoolean;
      case 'number':
        return isCount(schema, field) ? GraphQLInt : GraphQLFloat;
      default:
        throw new Error(`${place}: there is no GraphQL type for ${schema.type}.`);
    }
  }

  return {
    output: (schema) => outputOf(schema, names.get(schema) ?? 'Unnamed', ''),
    inputs({ entries }) {
      const fields = Object.entries(entries).map(([name, schema]) => {
        const { isRequired, inner } = unwrapped(schema as Schema);
        const type: GraphQLNullableType & GraphQLInputType = leafOf(inner as Known, name, name);
        return [name, { type: isRequired ? new GraphQLNonNull(type) : type }];
      });
      return Object.fromEntries(fields) as GraphQLFieldConfigArgumentMap;
    },
  };
}

function unwrapped(schema: Schema): { isRequired: boolean; inner: Schema } {
  const known = schema as Known;
  if (known.type !== 'nullable' && known.type !== 'optional') return { isRequired: true, inner: schema };
  return { isRequired: false, inner: unwrapped(known.wrapped).inner };
}

/** A name of GraphQL's has letters, digits and `_` only: `video+audio` is `video_audio` there. */
function valuesOf(options: readonly string[]) {
  return Object.fromEntries(options.map((value) => [value.replaceAll(/\W/g, '_'), { value }]));
}

/** Its integers end at 2^31: files are larger. */
function isCount(schema: Schema, field: string): boolean {
  const steps = 'pipe' in schema ? (schema.pipe as readonly { type: string }[]) : [];
  return steps.some(({ type }) => type === 'integer') && !/bytes$/i.test(field);
}
