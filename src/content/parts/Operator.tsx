import { type ReactNode, use } from 'react';
import { m } from '#/language/paraglide/messages.js';
import type { OperatorFact } from '#/model/operator.ts';
import { DocumentContext } from '../document-context.ts';
import classes from './parts.module.css';

const LABEL: Record<OperatorFact, () => string> = {
  name: m.content_operator_name,
  address: m.content_operator_address,
  email: m.content_operator_email,
  agent: m.content_operator_agent,
  takedownEmail: m.content_operator_takedown_email,
  jurisdiction: m.content_operator_jurisdiction,
};

/** What this installation's operator says of themselves; of what they have not said, that. `tells`: which facts, in this order, separated by spaces. */
export function Operator({ tells }: { tells: string }) {
  const { operator } = use(DocumentContext);
  return (
    <dl className={classes.operator}>
      {(tells.split(' ') as OperatorFact[]).map((fact) => (
        <div key={fact}>
          <dt>{LABEL[fact]()}</dt>
          <dd>
            <OperatorValue of={fact} value={operator[fact]} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

function OperatorValue({ of, value }: { of: OperatorFact; value: string | null }) {
  if (value === null) return <em>{m.content_operator_unset()}</em>;
  const isMail = of === 'email' || of === 'takedownEmail';
  return isMail ? <a href={`mailto:${value}`}>{value}</a> : value;
}

type Kind = 'general' | 'security' | 'takedown';

/** A `mailto:` or `https:` address; null: there is none. */
function useContact(kind: Kind): string | null {
  const { operator, securityContact } = use(DocumentContext);
  if (kind === 'security' && securityContact) return securityContact;
  const mail = (kind === 'takedown' ? operator.takedownEmail : null) ?? operator.email;
  return mail && `mailto:${mail}`;
}

/** What is said only where there is an address to write to. */
export function IfContact({ kind, children }: { kind: Kind; children: ReactNode }) {
  return useContact(kind) === null ? null : children;
}

/** Where to write to. */
export function OperatorContact({ kind }: { kind: Kind }) {
  const contact = useContact(kind);
  if (contact === null) return <em>{m.content_operator_no_email()}</em>;
  // Of a mail address that brings a subject along, the address alone is read.
  return <a href={contact}>{contact.replace(/^mailto:([^?]+).*/, '$1')}</a>;
}
