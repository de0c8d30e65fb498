import { Fragment } from 'react';
import { m } from '#/language/paraglide/messages.js';
import type { ReferenceOperation } from '#/model/api-reference.ts';
import { CodeFigure } from './CodeFigure.tsx';
import { Examples } from './Examples.tsx';
import { FieldTable } from './FieldTable.tsx';
import { credentialText, OPERATION_TEXT } from './operation-text.ts';
import classes from './reference.module.css';
import { TypeText } from './TypeText.tsx';

type Props = {
  operation: ReferenceOperation;
  origin: string;
  /** Unfolded from the start. */
  isOpen: boolean;
};

/** One operation, folded to its name and address: what it takes and answers, how it can fail, and beside that how it is called. */
export function OperationEntry({ operation, origin, isOpen }: Props) {
  const { id, method, path, parameters, body, answers, failures } = operation;
  return (
    <details className={classes.operation} open={isOpen} data-find={`${OPERATION_TEXT[id]()} ${method} ${path} ${id}`}>
      <summary className="chevron">
        <h3 id={`${id}-name`}>{OPERATION_TEXT[id]()}</h3>
        <code className={classes.address}>
          <b>{method}</b> <Path path={path} />
        </code>
      </summary>
      <article id={id} className={classes.beside} aria-labelledby={`${id}-name`}>
        <div className={classes.prose}>
          <p className={classes.credential}>{credentialText(operation)}</p>
          {parameters.length > 0 && <FieldTable caption={m.api_ref_parameters()} fields={parameters} />}
          {body && <FieldTable caption={m.api_ref_body()} fields={body.fields} />}
          <h4>{m.api_ref_responses()}</h4>
          <ul className={classes.answers}>
            {answers.map(({ status, contentType, type }) => (
              <li key={status}>
                <code>{status}</code> {type === null ? contentType !== '*/*' && contentType : <TypeText type={type} />}
              </li>
            ))}
          </ul>
          {answers.map(
            ({ status, contentType, example }) =>
              example !== null && (
                <details key={status} className={classes.inner}>
                  <summary className="chevron">{m.api_ref_response_example()}</summary>
                  <CodeFigure title={`${status} ${contentType}`} code={example} />
                </details>
              ),
          )}
          {failures.length > 0 && (
            <details className={classes.inner}>
              <summary className="chevron">
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
        </div>
        <Examples operation={operation} origin={origin} />
      </article>
    </details>
  );
}

/** A path, which ends a line before a slash where it is too long for one. */
function Path({ path }: { path: string }) {
  return (
    <span>
      {path.split(/(?=\/)/).map((part, at) => (
        // Parts of one path never change places.
        // oxlint-disable-next-line react/no-array-index-key
        <Fragment key={at}>
          <wbr />
          {part}
        </Fragment>
      ))}
    </span>
  );
}
