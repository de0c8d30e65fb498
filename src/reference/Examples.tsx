import { m } from '#/language/paraglide/messages.js';
import type { ReferenceOperation } from '#/model/api-reference.ts';
import { EXAMPLE_LANGUAGES, exampleCode } from './example-code.ts';
import classes from './reference.module.css';

type Props = { operation: ReferenceOperation; origin: string };

/** How an operation is called, in the language that is chosen for the whole page; each can be copied where scripts run (enhance.ts). */
export function Examples({ operation, origin }: Props) {
  return (
    <div className={classes.examples}>
      {exampleCode(operation, origin).map(({ language, code }) => (
        <figure key={language} data-language={language} className={classes.code}>
          <figcaption>
            {language}
            <button type="button" hidden data-copy-code data-copied={m.download_copied()}>
              {m.api_ref_copy()}
            </button>
          </figcaption>
          {/* It scrolls, so that it must be reached by the keyboard. */}
          {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
          <pre tabIndex={0}>
            <code>{code}</code>
          </pre>
        </figure>
      ))}
    </div>
  );
}

/** Which language all examples of the page are in. Style sheets do the rest, so that it works without scripts. */
export function LanguageChoice() {
  return (
    <fieldset className={classes.languages}>
      <legend>{m.api_ref_language()}</legend>
      <div className="segments">
        {EXAMPLE_LANGUAGES.map((language, at) => (
          <label key={language}>
            <input type="radio" name="example-language" value={language} defaultChecked={at === 0} />
            <span>{language}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
