import { NativeSelect } from '@mantine/core';
import { m } from '#/language/paraglide/messages.js';
import type { Filter } from './filter.ts';
import type { ListSearch } from './list-search.ts';
import { TypedFilter } from './TypedFilter.tsx';
import classes from './List.module.css';

type Props = {
  filters: readonly Filter[];
  /** Those that are set. */
  wanted: ListSearch;
  onWant: (wanted: ListSearch) => void;
};

/** What to list. */
export function ListFilters({ filters, wanted, onWant }: Props) {
  const change = (name: string, value: string) => {
    const { [name]: _, ...others } = wanted;
    onWant(value === '' ? others : { ...others, [name]: value });
  };
  return (
    <form className={classes.filters} aria-label={m.admin_list_filters()} onSubmit={(event) => event.preventDefault()}>
      {filters.map((filter) =>
        filter.kind === 'choice' ? (
          <NativeSelect
            key={filter.name}
            size="sm"
            name={filter.name}
            label={filter.label}
            value={wanted[filter.name] ?? ''}
            data={[{ value: '', label: m.admin_list_all() }, ...filter.options]}
            onChange={({ currentTarget }) => change(filter.name, currentTarget.value)}
          />
        ) : (
          <TypedFilter
            key={filter.name}
            filter={filter}
            value={wanted[filter.name] ?? ''}
            onType={(value) => change(filter.name, value)}
          />
        ),
      )}
    </form>
  );
}
