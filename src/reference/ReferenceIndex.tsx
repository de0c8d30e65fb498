import { m } from '#/language/paraglide/messages.js';
import { type ApiReference, OPERATION_GROUPS } from '#/model/api-reference.ts';
import { LanguageChoice } from './Examples.tsx';
import { GROUP_TEXT, OPERATION_TEXT } from './operation-text.ts';
import classes from './reference.module.css';

/** All that the page has, beside it wherever one is; and the language of its examples. */
export function ReferenceIndex({ reference: { operations } }: { reference: ApiReference }) {
  return (
    <nav className={classes.index} aria-label={m.api_ref_index()}>
      <LanguageChoice />
      <label className={classes.filter}>
        {m.api_ref_filter()}
        <input type="search" data-filter placeholder="/downloads" autoComplete="off" spellCheck={false} />
      </label>
      <output data-filter-none hidden>
        {m.api_ref_filter_none()}
      </output>
      <details className="foldable">
        <summary className="chevron">{m.api_ref_index()}</summary>
        <ul>
          <Entry id="quick-start" text={m.api_ref_start_title()} />
          <Entry id="keys" text={m.api_ref_auth_title()} />
          <Entry id="limits" text={m.api_ref_limits_title()} />
          <Entry id="again" text={m.api_ref_again_title()} />
          <Entry id="others" text={m.api_ref_others_title()} />
          {OPERATION_GROUPS.map((group) => (
            <li key={group}>
              <a href={`#group-${group}`}>{GROUP_TEXT[group]()}</a>
              <ul>
                {operations
                  .filter((operation) => operation.group === group)
                  .map(({ id, method, path }) => (
                    <li key={id} data-find={`${OPERATION_TEXT[id]()} ${method} ${path} ${id}`}>
                      <a href={`#${id}`}>{OPERATION_TEXT[id]()}</a>
                    </li>
                  ))}
              </ul>
            </li>
          ))}
          <Entry id="shapes" text={m.api_ref_schemas_title()} />
          <Entry id="failures" text={m.api_ref_failures_title()} />
          <Entry id="try-it" text={m.api_ref_try_title()} />
        </ul>
      </details>
    </nav>
  );
}

function Entry({ id, text }: { id: string; text: string }) {
  return (
    <li>
      <a href={`#${id}`}>{text}</a>
    </li>
  );
}
