import { Link } from '@tanstack/react-router';
import { m } from '#/language/paraglide/messages.js';
import { CASE_KINDS, CASE_STATES, type TakedownCase } from '#/model/operations.ts';
import { Time } from '../list/Cells.tsx';
import type { Column } from '../list/column.ts';
import type { Filter } from '../list/filter.ts';
import type { FilterName } from '../operations.ts';
import type { ListPageProps } from '../list/list-page-props.ts';
import { ListPage } from '../list/ListPage.tsx';
import { CasePage } from './CasePage.tsx';
import { CASE_KIND_TEXT, CASE_STATE_TEXT } from './state-text.ts';
import classes from './Cases.module.css';

/** Takedown cases, or one of them, where the address has its `id`. */
export function CasesPage({ search: { id, ...search }, onSearch }: ListPageProps) {
  if (id !== undefined) return <CasePage key={id} id={id} />;
  return (
    <ListPage
      list="cases"
      label={m.admin_nav_cases()}
      empty={{ text: m.admin_cases_none(), isGood: true }}
      filters={caseFilters()}
      columns={caseColumns()}
      search={search}
      onSearch={onSearch}
      keyOf={(row) => row.id}
    />
  );
}

function caseFilters(): Filter<FilterName<'cases'>>[] {
  const states = CASE_STATES.map((value) => ({ value, label: CASE_STATE_TEXT[value]() }));
  const kinds = CASE_KINDS.map((value) => ({ value, label: CASE_KIND_TEXT[value]() }));
  return [
    { name: 'search', kind: 'text', label: m.admin_cases_search() },
    { name: 'state', kind: 'choice', label: m.admin_list_state(), options: states },
    { name: 'kind', kind: 'choice', label: m.admin_case_kind(), options: kinds },
  ];
}

function caseColumns(): Column<TakedownCase>[] {
  return [
    {
      key: 'link',
      label: m.admin_rule_url(),
      cell: ({ id, sourceUrl }) => (
        <Link to="/{-$lang}/admin/cases" search={{ id }} className={classes.open}>
          <bdi>{sourceUrl}</bdi>
        </Link>
      ),
    },
    {
      key: 'claimant',
      label: m.admin_cases_claimant(),
      cell: ({ claimant: { name, organisation } }) => <bdi>{[name, organisation].filter(Boolean).join(', ')}</bdi>,
    },
    { key: 'kind', label: m.admin_case_kind(), cell: ({ kind }) => CASE_KIND_TEXT[kind]() },
    { key: 'state', label: m.admin_list_state(), cell: ({ state }) => <CaseBadge state={state} /> },
    { key: 'filed', label: m.admin_cases_filed(), cell: ({ createdAt }) => <Time at={createdAt} /> },
    { key: 'decided', label: m.admin_cases_decided(), cell: ({ decidedAt }) => <Time at={decidedAt} /> },
  ];
}

function CaseBadge({ state }: Pick<TakedownCase, 'state'>) {
  return (
    <span className={classes.badge} data-state={state}>
      {CASE_STATE_TEXT[state]()}
    </span>
  );
}
