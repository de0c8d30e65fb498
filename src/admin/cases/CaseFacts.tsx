import type { ReactNode } from 'react';
import { Section } from '#/account/pages/Section.tsx';
import { m } from '#/language/paraglide/messages.js';
import type { TakedownCase } from '#/model/operations.ts';
import { Id, SourceLink, Time } from '../list/Cells.tsx';
import { CASE_STATE_TEXT } from './state-text.ts';
import classes from './Cases.module.css';

/** All that a case holds. */
export function CaseFacts({ takedown }: { takedown: TakedownCase }) {
  const { id, state, sourceUrl, claimant, work, notes, createdAt, decidedAt } = takedown;
  return (
    <Section heading={m.admin_rules_of_case()} actions={<Id>{id}</Id>}>
      <dl className={classes.facts}>
        <Fact name={m.admin_list_state()}>{CASE_STATE_TEXT[state]()}</Fact>
        <Fact name={m.admin_rule_url()}>
          <SourceLink url={sourceUrl} />
        </Fact>
        <Fact name={m.admin_cases_claimant()}>
          <bdi>{claimant.name}</bdi>
        </Fact>
        {claimant.organisation !== null && <Fact name={m.admin_cases_organisation()}>{claimant.organisation}</Fact>}
        <Fact name={m.admin_email()}>
          <a href={`mailto:${encodeURIComponent(claimant.email)}`}>{claimant.email}</a>
        </Fact>
        <Fact name={m.admin_cases_work()}>
          <p className={classes.text}>{work}</p>
        </Fact>
        <Fact name={m.admin_cases_statements()}>
          <ul>
            <li>{m.admin_cases_good_faith()}</li>
            <li>{m.admin_cases_accurate()}</li>
          </ul>
        </Fact>
        <Fact name={m.admin_cases_filed()}>
          <Time at={createdAt} />
        </Fact>
        {decidedAt !== null && (
          <Fact name={m.admin_cases_decided()}>
            <Time at={decidedAt} />
          </Fact>
        )}
        {notes !== '' && (
          <Fact name={m.admin_cases_notes()}>
            <p className={classes.text}>{notes}</p>
          </Fact>
        )}
      </dl>
    </Section>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
