import type { ListSearch } from './list-search.ts';

/** What a page with a list gets from its route: the filters in the address, and how to set others. */
export type ListPageProps = { search: ListSearch; onSearch: (search: ListSearch) => void };
