import { m } from '#/language/paraglide/messages.js';
import type { ApiReference } from '#/model/api-reference.ts';
import { FAILURE_TEXT } from '#/site/pages/failure-text.ts';
import { ProseText } from './ProseText.tsx';
import classes from './reference.module.css';

/** Every code that a refusal may have, as visitors are told of it. */
export function FailureTable({ failures }: Pick<ApiReference, 'failures'>) {
  return (
    <section className={classes.section} aria-labelledby="failures">
      <h2 id="failures">{m.api_ref_failures_title()}</h2>
      <p>
        <ProseText text={m.api_ref_failures()} />
      </p>
      <details className={classes.operation}>
        <summary className="chevron">{m.api_ref_failures_all({ count: failures.length })}</summary>
        <table className={classes.fields} aria-labelledby="failures">
          <thead>
            <tr>
              <th scope="col">{m.api_ref_code()}</th>
              <th scope="col">{m.api_ref_status()}</th>
              <th scope="col">{m.api_ref_meaning()}</th>
            </tr>
          </thead>
          <tbody>
            {failures.map(({ code, status }) => (
              <tr key={code} id={`failure-${code}`}>
                <th scope="row">
                  <code>{code}</code>
                </th>
                <td>{status}</td>
                <td>{FAILURE_TEXT[code].title()}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </section>
  );
}
