import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Section } from '#/account/pages/Section.tsx';
import { m } from '#/language/paraglide/messages.js';
import type { TakedownCase } from '#/model/operations.ts';
import { Id, SourceLink, Time } from '../list/Cells.tsx';
import { CASE_KIND_TEXT, CASE_STATE_TEXT, STATEMENT_TEXT } from './state-text.ts';
import classes from './Cases.module.css';

/** All that a case holds. */
export function CaseFacts({ takedown }: { takedown: TakedownCase }) {
  const { id, kind, state, caseId, sourceUrl, moreUrls, claimant, work, notes, createdAt, decidedAt } = takedown;
  const isCounter = kind === 'counter-notice';
  const stated = Object.keys(takedown.statements).flatMap((name) => STATEMENT_TEXT[name]?.() ?? []);
  return (
    <Section heading={m.admin_rules_of_case()} actions={<Id>{id}</Id>}>
      <dl className={classes.facts}>
        <Fact name={m.admin_case_kind()}>{CASE_KIND_TEXT[kind]()}</Fact>
        <Fact name={m.admin_list_state()}>{CASE_STATE_TEXT[state]()}</Fact>
        <Fact name={m.admin_rule_url()}>
          <SourceLink url={sourceUrl} />
        </Fact>
        {moreUrls.length > 0 && (
          <Fact name={m.admin_case_more_links()}>
            <ul>
              {moreUrls.map((url) => (
                <li key={url}>
                  <SourceLink url={url} />
                </li>
              ))}
            </ul>
          </Fact>
        )}
        {caseId !== null && (
          <Fact name={m.admin_case_of()}>
            <Link to="/{-$lang}/admin/cases" search={{ id: caseId }} className={classes.open}>
              {caseId}
            </Link>
          </Fact>
        )}
        <Fact name={isCounter ? m.admin_case_sender() : m.admin_cases_claimant()}>
          <bdi>{claimant.name}</bdi>
        </Fact>
        {claimant.organisation !== null && <Fact name={m.admin_cases_organisation()}>{claimant.organisation}</Fact>}
        <Fact name={m.admin_email()}>
          <a href={`mailto:${encodeURIComponent(claimant.email)}`}>{claimant.email}</a>
        </Fact>
        {claimant.address !== null && (
          <Fact name={m.admin_case_address()}>
            <p className={classes.text}>{claimant.address}</p>
          </Fact>
        )}
        {claimant.phone !== null && <Fact name={m.admin_case_phone()}>{claimant.phone}</Fact>}
        <Fact name={isCounter ? m.content_form_mistake_why() : m.admin_cases_work()}>
          <p className={classes.text}>{work}</p>
        </Fact>
        <Fact name={isCounter ? m.admin_case_statements() : m.admin_cases_statements()}>
          <ul>
            {stated.map((text) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
        </Fact>
        {takedown.signature !== null && (
          <Fact name={m.admin_case_signature()}>
            <bdi>{takedown.signature}</bdi>
          </Fact>
        )}
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
