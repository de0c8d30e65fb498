import { currentLocale } from '#/language/current.ts';
import { localizePath } from '#/language/locales.ts';
import { m } from '#/language/paraglide/messages.js';
import classes from './NotFoundForm.module.css';

/** The form of the home page at its plainest: the home page, which it asks, does the rest. */
export function NotFoundForm() {
  return (
    <section id="download" aria-label={m.download_field_label()}>
      <form method="get" action={localizePath('/', currentLocale())} className={classes.form}>
        <input
          name="u"
          className={classes.field}
          aria-label={m.download_field_label()}
          placeholder={m.download_field_placeholder()}
          inputMode="url"
          enterKeyHint="go"
          autoCapitalize="off"
          autoComplete="off"
          spellCheck={false}
          required
        />
        <button type="submit" className={classes.submit}>
          {m.download_submit()}
        </button>
      </form>
    </section>
  );
}
