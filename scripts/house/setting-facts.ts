import { type SettingName, SettingsByName } from '#/server/env.ts';

/** A setting as the schema has it. */
type SettingFacts = {
  /** As it would be written into the environment; null: there is none. */
  preset: string | null;
  /** The words that it may be; none: it is no choice among words. */
  words: readonly string[];
  /** Least and largest number; null: it is no number, or has no such end. */
  least: number | null;
  largest: number | null;
};

type Schema = {
  type: string;
  default?: unknown;
  wrapped?: Schema;
  pipe?: readonly Schema[];
  options?: readonly unknown[];
  requirement?: unknown;
};

/** What valibot's schema of a setting says of it. */
export function factsOf(name: SettingName): SettingFacts {
  const schema: Schema = SettingsByName.entries[name];
  const items = itemsOf(schema);
  const numberOf = (type: string) => items.find((item) => item.type === type)?.requirement;
  const [least, largest] = [numberOf('min_value'), numberOf('max_value')];
  const preset = items.find((item) => typeof item.default === 'string')?.default;
  return {
    preset: typeof preset === 'string' && preset !== '' && preset !== '{}' ? preset : null,
    // A pipe has what its first step has, too.
    words: [...new Set(items.flatMap(({ type, options }) => (type === 'picklist' ? (options ?? []).map(String) : [])))],
    least: typeof least === 'number' ? least : null,
    largest: typeof largest === 'number' ? largest : null,
  };
}

/** A schema and all that it is made of. */
function itemsOf(schema: Schema): Schema[] {
  const inner = [...(schema.wrapped ? [schema.wrapped] : []), ...(schema.pipe ?? [])];
  return [schema, ...inner.flatMap(itemsOf)];
}
