import { currentLocale } from '#/language/current.ts';
import { gapAfter } from '#/language/format.ts';
import { localizePath } from '#/language/locales.ts';
import { m } from '#/language/paraglide/messages.js';
import { ProseText } from './ProseText.tsx';
import classes from './reference.module.css';

/** What holds for all operations: where they are, keys, limits, asking again, and what else there is. */
export function GeneralNotes({ origin }: { origin: string }) {
  const base = m.api_ref_base({ origin });
  return (
    <>
      <p>
        {base}
        {gapAfter(base)}
        <a href="/api/v1/openapi.json">{m.api_ref_document()}</a>
      </p>
      <div className={classes.notes}>
        <Note id="keys" title={m.api_ref_auth_title()} text={m.api_ref_auth()}>
          <a href={localizePath('/account/keys', currentLocale())}>{m.api_ref_auth_link()}</a>
        </Note>
        <Note id="limits" title={m.api_ref_limits_title()} text={m.api_ref_limits()} />
        <Note id="again" title={m.api_ref_again_title()} text={m.api_ref_again()} />
        <Note
          id="others"
          title={m.api_ref_others_title()}
          text={m.api_ref_others({ cobalt: '/api/cobalt/', graphql: '/api/graphql' })}
        />
      </div>
    </>
  );
}

type NoteProps = { id: string; title: string; text: string; children?: React.ReactNode };

function Note({ id, title, text, children }: NoteProps) {
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <p>
        <ProseText text={text} />
      </p>
      {children && <p>{children}</p>}
    </section>
  );
}
