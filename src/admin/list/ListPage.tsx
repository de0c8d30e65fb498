import { Button } from '@mantine/core';
import { type ComponentProps, type ReactNode, useRef } from 'react';
import { EmptyLine } from '#/account/pages/EmptyNote.tsx';
import { Pending } from '#/account/pages/Pending.tsx';
import parts from '#/account/pages/parts.module.css';
import { m } from '#/language/paraglide/messages.js';
import { useFocusOnMore } from '#/site/browser/use-focus-on-more.ts';
import { AdminProblem } from '../AdminProblem.tsx';
import type { FilterName, ListName, RowOf } from '../operations.ts';
import { useAdminList } from '../use-admin-api.ts';
import type { Column } from './column.ts';
import { ExportButtons } from './ExportButtons.tsx';
import { type Filter, readFilters } from './filter.ts';
import { ListFilters } from './ListFilters.tsx';
import type { ListSearch } from './list-search.ts';
import { ListTable } from './ListTable.tsx';
import { useRowFocus } from './use-row-focus.ts';
import classes from './List.module.css';

type Props<Name extends ListName> = {
  list: Name;
  /** What the table is called. */
  label: string;
  columns: readonly Column<RowOf<Name>>[];
  filters?: readonly Filter<FilterName<Name>>[];
  /** As it stands in the address. */
  search: ListSearch;
  onSearch: (search: ListSearch) => void;
  /** Buttons of a row, such as ConfirmAction. */
  renderActions?: (row: RowOf<Name>) => ReactNode;
  keyOf: (row: RowOf<Name>) => string;
  /** Where there is nothing at all. */
  empty: ComponentProps<typeof EmptyLine>;
};

/** A list of the admin API: what to look for, what there is, more of it, and all of it as a file. */
export function ListPage<Name extends ListName>({ list, filters = [], search, onSearch, ...shown }: Props<Name>) {
  const wanted = readFilters(filters, search);
  const { listed, rows } = useAdminList(list, wanted);
  const page = useRef<HTMLDivElement>(null);
  useRowFocus(page);
  const onMore = useFocusOnMore(page, 'tbody > tr', listed.isFetchingNextPage);
  const isFiltered = Object.keys(wanted).length > 0;
  // There is something to look for only where there is something.
  const isSearchable = isFiltered || listed.isError || listed.isPlaceholderData || rows.length > 0;
  return (
    <div ref={page} className={classes.list} tabIndex={-1}>
      {filters.length > 0 && isSearchable && <ListFilters filters={filters} wanted={wanted} onWant={onSearch} />}
      <Rows
        listed={listed}
        rows={rows}
        isFiltered={isFiltered}
        onShowAll={() => onSearch({})}
        onMore={onMore}
        {...shown}
      />
      {rows.length > 0 && <ExportButtons list={list} wanted={wanted} />}
    </div>
  );
}

type RowsProps<Name extends ListName> = Pick<Props<Name>, 'label' | 'columns' | 'renderActions' | 'keyOf' | 'empty'> & {
  listed: ReturnType<typeof useAdminList<Name>>['listed'];
  rows: readonly RowOf<Name>[];
  isFiltered: boolean;
  onShowAll: () => void;
  onMore: () => void;
};

function Rows<Name extends ListName>({
  listed,
  rows,
  isFiltered,
  onShowAll,
  onMore,
  renderActions,
  empty,
  ...table
}: RowsProps<Name>) {
  // That nothing was found before says nothing of what is looked for now.
  if (listed.isPending || (listed.isPlaceholderData && rows.length === 0)) return <Pending />;
  if (listed.isError && rows.length === 0)
    return <AdminProblem error={listed.error} onRetry={() => void listed.refetch()} />;
  if (rows.length === 0) return isFiltered ? <NoMatch onShowAll={onShowAll} /> : <EmptyLine {...empty} />;
  const showMore = () => {
    if (listed.isFetchingNextPage) return;
    onMore();
    void listed.fetchNextPage();
  };
  return (
    <>
      <ListTable rows={rows} renderActions={renderActions} isOld={listed.isPlaceholderData} {...table} />
      {listed.isError && (
        <AdminProblem
          error={listed.error}
          onRetry={listed.isFetchNextPageError ? showMore : () => void listed.refetch()}
        />
      )}
      {listed.hasNextPage && !listed.isFetchNextPageError && (
        <Button variant="default" className={classes.more} aria-busy={listed.isFetchingNextPage} onClick={showMore}>
          {listed.isFetchingNextPage ? m.admin_list_loading() : m.admin_list_more()}
        </Button>
      )}
    </>
  );
}

function NoMatch({ onShowAll }: { onShowAll: () => void }) {
  return (
    <div className={parts.actions}>
      <EmptyLine text={m.admin_list_no_match_text()} />
      <Button variant="default" size="xs" onClick={onShowAll}>
        {m.admin_list_reset()}
      </Button>
    </div>
  );
}
