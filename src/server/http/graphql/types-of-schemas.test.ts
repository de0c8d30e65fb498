import { GraphQLObjectType, GraphQLSchema, printType } from 'graphql';
import * as v from 'valibot';
import { expect, test } from 'vitest';
import { Notice } from '#/model/notice.ts';
import { createSchemaTypes } from './types-of-schemas.ts';

const Count = v.pipe(v.number(), v.integer(), v.minValue(0));
const Colour = v.picklist(['red', 'blue+green']);
const Wheel = v.object({ colour: v.nullable(Colour), sizeBytes: Count });
const Car = v.object({
  id: v.string(),
  wheels: v.array(Wheel),
  wheelCount: Count,
  speed: v.optional(v.number()),
  isFast: v.boolean(),
  engine: v.object({ kind: v.picklist(['petrol', 'electric']), colour: Colour }),
  notice: v.optional(Notice),
});

function printed(name: string): string {
  const types = createSchemaTypes({ Car, Wheel, Colour });
  const fields = { car: { type: types.output(Car), args: types.inputs(v.pick(Car, ['id', 'speed'])) } };
  const schema = new GraphQLSchema({ query: new GraphQLObjectType({ name: 'Query', fields }) });
  const type = schema.getType(name);
  return type ? printType(type).replaceAll(/\n\s*/g, ' ') : `no ${name}`;
}

test('fields have the types of their schemas, and what may be missing may be null', () => {
  expect(printed('Car')).toBe(
    'type Car { id: ID! wheels: [Wheel!]! wheelCount: Int! speed: Float isFast: Boolean! engine: CarEngine! notice(language: Language = en): String }',
  );
});

test('bytes are no integers of GraphQL’s, which end at 2^31', () => {
  expect(printed('Wheel')).toBe('type Wheel { colour: Colour sizeBytes: Float! }');
});

test('choices have names that GraphQL takes; without one they are called after where they are', () => {
  expect(printed('Colour')).toBe('enum Colour { red blue_green }');
  expect(printed('CarEngine')).toBe('type CarEngine { kind: CarEngineKind! colour: Colour! }');
  expect(printed('CarEngineKind')).toBe('enum CarEngineKind { petrol electric }');
});

test('questions have the types of what they name', () => {
  expect(printed('Query')).toBe('type Query { car(id: ID!, speed: Float): Car }');
});

test('a schema of no such kind is a mistake that is told at once', () => {
  const types = createSchemaTypes({});
  expect(() => types.output(v.record(v.string(), v.string()))).toThrow('record');
});
