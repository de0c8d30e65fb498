import { m } from '#/language/paraglide/messages.js';
import type { ReferenceOperation } from '#/model/api-reference.ts';
import { exampleCode } from './example-code.ts';
import { FieldTable } from './FieldTable.tsx';
import { credentialText, OPERATION_TEXT } from './operation-text.ts';
import classes from './reference.module.css';
import { TypeText } from './TypeText.tsx';

/** One operation: what it does, takes and answers, how it can fail, and how it is called. */
export function OperationEntry({ operation, origin }: { operation: ReferenceOperation; origin: string }) {
  const { id, method, path, parameters, body, answers, failures } = operation;
  return (
    <article className={classes.operation} id={id} aria-labelledby={`${id}-name`}>
      <h3 id={`${id}-name`}>{OPERATION_TEXT[id]()}</h3>
      <p className={classes.address}>
        <code>
          <b>{method}</b> {path}
        </code>
      </p>
      <p className={classes.credential}>{credentialText(operation)}</p>
      {parameters.length > 0 && <FieldTable caption={m.api_ref_parameters()} fields={parameters} />}
      {body && <FieldTable caption={m.api_ref_body()} fields={body.fields} />}
      <h4>{m.api_ref_answers()}</h4>
      <ul className={classes.answers}>
        {answers.map(({ status, contentType, type }) => (
          <li key={status}>
            <code>{status}</code> {type === null ? contentType !== '*/*' && contentType : <TypeText type={type} />}
          </li>
        ))}
      </ul>
      {failures.length > 0 && (
        <details>
          <summary>
            {m.api_ref_failures_title()} ({failures.length})
          </summary>
          <p className={classes.codes}>
            {failures.map((code) => (
              <a key={code} href={`#failure-${code}`}>
                <code>{code}</code>
              </a>
            ))}
          </p>
        </details>
      )}
      <Examples operation={operation} origin={origin} />
    </article>
  );
}

function Examples({ operation, origin }: { operation: ReferenceOperation; origin: string }) {
  return (
    <details>
      <summary>{m.api_ref_examples()}</summary>
      {exampleCode(operation, origin).map(({ language, code }) => (
        <figure key={language} className={classes.example}>
          <figcaption>{language}</figcaption>
          {/* It scrolls, so that it must be reached by the keyboard. */}
          {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
          <pre tabIndex={0}>
            <code>{code}</code>
          </pre>
        </figure>
      ))}
    </details>
  );
}
