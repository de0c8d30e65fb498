import { Link } from '@tanstack/react-router';
import parts from '#/account/pages/parts.module.css';
import { Section } from '#/account/pages/Section.tsx';
import { m } from '#/language/paraglide/messages.js';
import { useAnnouncement } from '#/site/components/use-announcement.tsx';
import { RULE_KINDS, type Rule } from '#/model/rule.ts';
import { didText } from '../audit/action-text.ts';
import { Id, Named, Time } from '../list/Cells.tsx';
import cells from '../list/Cells.module.css';
import type { Column } from '../list/column.ts';
import type { Filter } from '../list/filter.ts';
import type { FilterName } from '../operations.ts';
import type { ListPageProps } from '../list/list-page-props.ts';
import { ListPage } from '../list/ListPage.tsx';
import { KIND_TEXT } from './kind-text.ts';
import { NewRuleSection } from './NewRuleSection.tsx';
import { RemoveRule } from './RemoveRule.tsx';

/** The blocklist: a new rule, and those there are. `link` in the address is what the new one is to name. */
export function RulesPage({ search: { link = '', ...search }, onSearch }: ListPageProps) {
  const [said, announce] = useAnnouncement();
  return (
    <>
      <NewRuleSection key={link} link={link} onAdded={announce} />
      <Section heading={m.admin_overview_rules()}>
        <output className={parts.said}>{said}</output>
        <ListPage
          list="rules"
          label={m.admin_nav_rules()}
          empty={{ text: m.admin_rules_none() }}
          filters={ruleFilters()}
          columns={ruleColumns()}
          search={search}
          onSearch={(wanted) => onSearch(link === '' ? wanted : { ...wanted, link })}
          keyOf={({ id }) => id}
          renderActions={(rule) => (
            <RemoveRule rule={rule} onRemoved={() => announce(didText('rule.remove', rule.value))} />
          )}
        />
      </Section>
    </>
  );
}

function ruleFilters(): Filter<FilterName<'rules'>>[] {
  const kinds = RULE_KINDS.map((value) => ({ value, label: KIND_TEXT[value].name() }));
  return [
    { name: 'search', kind: 'text', label: m.admin_rules_search() },
    { name: 'kind', kind: 'choice', label: m.admin_rules_kind(), options: kinds },
  ];
}

function ruleColumns(): Column<Rule>[] {
  return [
    {
      key: 'value',
      label: m.admin_rules_value(),
      cell: ({ platform, value }) => <Named platform={platform}>{value}</Named>,
    },
    { key: 'kind', label: m.admin_rules_kind(), cell: ({ kind }) => KIND_TEXT[kind].name() },
    { key: 'reason', label: m.admin_reason(), cell: (rule) => <Reason rule={rule} /> },
    { key: 'who', label: m.admin_who(), cell: ({ createdBy }) => <Id>{createdBy}</Id> },
    { key: 'when', label: m.admin_when(), cell: ({ createdAt }) => <Time at={createdAt} /> },
  ];
}

function Reason({ rule: { reason, caseId } }: { rule: Rule }) {
  return (
    <>
      {reason === '' && caseId === null ? '–' : reason}{' '}
      {caseId !== null && (
        <Link to="/{-$lang}/admin/cases" search={{ id: caseId }} className={cells.link}>
          {m.admin_rules_of_case()}
        </Link>
      )}
    </>
  );
}
