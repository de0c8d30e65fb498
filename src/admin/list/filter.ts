import * as v from 'valibot';
import { CommonInstant } from '#/model/instant.ts';
import type { ListSearch } from './list-search.ts';

/** What a list can be asked by; `name` as the API calls it. */
export type Filter<Name extends string = string> = { name: Name; label: string } & (
  | { kind: 'text' }
  | { kind: 'choice'; options: readonly { value: string; label: string }[] }
  /** An instant, typed as the visitor's clock has it. */
  | { kind: 'time' }
);

const Text = v.pipe(v.string(), v.trim(), v.nonEmpty(), v.maxLength(200), v.regex(/^[^\0]*$/));

/** The filters that are set. What cannot be read of an address counts as not given. */
export function readFilters(filters: readonly Filter[], search: ListSearch): ListSearch {
  const entries = Object.fromEntries(
    filters.map((filter) => [filter.name, v.fallback(v.optional(schemaOf(filter)), undefined)]),
  );
  const read = Object.entries(v.parse(v.object(entries), search));
  return Object.fromEntries(read.filter((entry): entry is [string, string] => entry[1] !== undefined));
}

function schemaOf(filter: Filter): v.GenericSchema<string> {
  if (filter.kind === 'text') return Text;
  return filter.kind === 'time' ? CommonInstant : v.picklist(filter.options.map(({ value }) => value));
}

/** As `<input type="datetime-local">` has it; an empty one for what is not set. */
export function toLocalTime(instant: string): string {
  if (instant === '') return '';
  const at = new Date(instant);
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

/** The instant that is meant; an empty text where none is. */
export function fromLocalTime(text: string): string {
  const at = new Date(text);
  return Number.isNaN(at.getTime()) ? '' : at.toISOString();
}
