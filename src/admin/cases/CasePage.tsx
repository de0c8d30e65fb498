import { Link } from '@tanstack/react-router';
import { Pending } from '#/account/pages/Pending.tsx';
import parts from '#/account/pages/parts.module.css';
import { Section } from '#/account/pages/Section.tsx';
import { m } from '#/language/paraglide/messages.js';
import { useAnnouncement } from '#/site/components/use-announcement.tsx';
import type { Rule } from '#/model/rule.ts';
import { AdminProblem } from '../AdminProblem.tsx';
import { didText } from '../audit/action-text.ts';
import { Named } from '../list/Cells.tsx';
import { KIND_TEXT } from '../rules/kind-text.ts';
import { RemoveRule } from '../rules/RemoveRule.tsx';
import { useAdminAnswer } from '../use-admin-api.ts';
import { CaseFacts } from './CaseFacts.tsx';
import { DecisionForm } from './DecisionForm.tsx';
import classes from './Cases.module.css';

/** One takedown case: what is claimed by whom, the rules that came of it, and what is decided. */
export function CasePage({ id }: { id: string }) {
  const found = useAdminAnswer('case', { id });
  const [said, announce] = useAnnouncement();
  return (
    <>
      <p className={classes.back}>
        <Link to="/{-$lang}/admin/cases" search={{}} className={classes.open}>
          {m.admin_cases_back()}
        </Link>
      </p>
      {found.isPending && <Pending />}
      <AdminProblem error={found.error} onRetry={() => void found.refetch()} />
      {found.data && (
        <>
          <CaseFacts takedown={found.data.takedown} />
          <Section heading={m.admin_cases_rules()}>
            <output className={parts.said}>{said}</output>
            <CaseRules rules={found.data.rules} onSaid={announce} />
          </Section>
          <DecisionForm key={found.data.takedown.decidedAt} of={found.data} onDecided={announce} />
        </>
      )}
    </>
  );
}

function CaseRules({ rules, onSaid }: { rules: readonly Rule[]; onSaid: (said: string) => void }) {
  if (rules.length === 0) return <p>{m.admin_cases_no_rules()}</p>;
  return (
    <ul className={parts.rows}>
      {rules.map((rule) => (
        <li key={rule.id} className={parts.row} aria-label={rule.value}>
          <div className={parts.about}>
            <span className={parts.name}>
              <Named platform={rule.platform}>{rule.value}</Named>
              <span className={parts.badge}>{KIND_TEXT[rule.kind].name()}</span>
            </span>
            {rule.reason !== '' && <span className={`secondary ${parts.facts}`}>{rule.reason}</span>}
          </div>
          <RemoveRule rule={rule} onRemoved={() => onSaid(didText('rule.remove', rule.value))} />
        </li>
      ))}
    </ul>
  );
}
