import { NativeSelect, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { m } from '#/language/paraglide/messages.js';
import { type Filter, fromLocalTime, toLocalTime } from './filter.ts';
import type { ListSearch } from './list-search.ts';
import classes from './List.module.css';

/** Typing is over after this long. */
const TYPING_MS = 300;

type Props = {
  filters: readonly Filter[];
  /** Those that are set. */
  wanted: ListSearch;
  onWant: (wanted: ListSearch) => void;
};

/** What to list. Keyed by what is wanted from outside, such as an address that was gone back to. */
export function ListFilters({ filters, wanted, onWant }: Props) {
  const change = (name: string, value: string) => {
    const { [name]: _, ...others } = wanted;
    onWant(value === '' ? others : { ...others, [name]: value });
  };
  const typed = useDebouncedCallback(change, TYPING_MS);
  return (
    <search aria-label={m.admin_list_filters()}>
      <form className={classes.filters} onSubmit={(event) => event.preventDefault()}>
        {filters.map((filter) => (
          <FilterField
            key={filter.name}
            filter={filter}
            value={wanted[filter.name]}
            onChange={filter.kind === 'choice' ? change : typed}
          />
        ))}
      </form>
    </search>
  );
}

type FieldProps = { filter: Filter; value: string | undefined; onChange: (name: string, value: string) => void };

function FilterField({ filter, value, onChange }: FieldProps) {
  const { name, label, kind } = filter;
  if (kind === 'choice')
    return (
      <NativeSelect
        size="sm"
        name={name}
        label={label}
        value={value ?? ''}
        data={[{ value: '', label: m.admin_list_all() }, ...filter.options]}
        onChange={({ currentTarget }) => onChange(name, currentTarget.value)}
      />
    );
  const isTime = kind === 'time';
  const shown = isTime ? toLocalTime(value) : (value ?? '');
  return (
    <TextInput
      // What is typed is the field's own until it is wanted.
      key={shown === '' ? 'empty' : 'set'}
      size="sm"
      name={name}
      label={label}
      type={isTime ? 'datetime-local' : 'search'}
      defaultValue={shown}
      maxLength={200}
      {...(!isTime && { className: classes.text })}
      onChange={({ currentTarget }) =>
        onChange(name, isTime ? fromLocalTime(currentTarget.value) : currentTarget.value)
      }
    />
  );
}
