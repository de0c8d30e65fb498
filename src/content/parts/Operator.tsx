import { type ReactNode, use } from 'react';
import { m } from '#/language/paraglide/messages.js';
import type { OperatorFact, OperatorFacts } from '#/model/operator.ts';
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

const MAIL = { general: 'email', security: 'email', takedown: 'takedownEmail' } as const satisfies Record<
  string,
  keyof OperatorFacts
>;

function useAddress(kind: keyof typeof MAIL): string | null {
  const { operator } = use(DocumentContext);
  return operator[MAIL[kind]] ?? operator.email;
}

/** What is said only where there is an address to write to. */
export function IfContact({ kind, children }: { kind: keyof typeof MAIL; children: ReactNode }) {
  return useAddress(kind) === null ? null : children;
}

/** Where to write to. */
export function OperatorContact({ kind }: { kind: keyof typeof MAIL }) {
  const address = useAddress(kind);
  if (address === null) return <em>{m.content_operator_no_email()}</em>;
  return <a href={`mailto:${address}`}>{address}</a>;
}
