import type { ReactNode } from 'react';
import { currentLocale } from '#/language/current.ts';
import { localizePath } from '#/language/locales.ts';
import { m } from '#/language/paraglide/messages.js';
import type { OperationId, ReferenceOperation } from '#/model/api-reference.ts';
import { Examples } from './Examples.tsx';
import { ProseText } from './ProseText.tsx';
import classes from './reference.module.css';

type Props = { operations: readonly ReferenceOperation[]; origin: string };

/** From nothing to a file in three steps. */
export function QuickStart({ operations, origin }: Props) {
  const exampleOf = (id: OperationId) => {
    const operation = operations.find((one) => one.id === id);
    return operation && <Examples operation={operation} origin={origin} />;
  };
  return (
    <section className={classes.section} aria-labelledby="quick-start">
      <h2 id="quick-start">{m.api_ref_start_title()}</h2>
      <ol className={classes.steps}>
        <Step title={m.api_ref_start_key()} text={m.api_ref_start_key_text()}>
          <a href={localizePath('/account/keys', currentLocale())}>{m.api_ref_auth_link()}</a>
        </Step>
        <Step title={m.api_ref_start_check()} text={m.api_ref_start_check_text()} code={exampleOf('resolve')} />
        <Step title={m.api_ref_start_save()} text={m.api_ref_start_save_text()} code={exampleOf('getVideo')} />
      </ol>
    </section>
  );
}

type StepProps = { title: string; text: string; code?: ReactNode; children?: ReactNode };

function Step({ title, text, code, children }: StepProps) {
  return (
    <li className={classes.beside}>
      <div className={classes.prose}>
        <h3>{title}</h3>
        <p>
          <ProseText text={text} />
        </p>
        {children}
      </div>
      {code}
    </li>
  );
}
