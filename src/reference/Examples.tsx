import { m } from '#/language/paraglide/messages.js';
import type { ReferenceOperation } from '#/model/api-reference.ts';
import { CodeFigure } from './CodeFigure.tsx';
import { EXAMPLE_LANGUAGES, exampleCode } from './example-code.ts';
import classes from './reference.module.css';

type Props = { operation: ReferenceOperation; origin: string };

/** How an operation is called, in the language that is chosen for the whole page. */
export function Examples({ operation, origin }: Props) {
  return (
    <div className={classes.examples}>
      {exampleCode(operation, origin).map(({ language, code }) => (
        <CodeFigure key={language} title={language} code={code} language={language} />
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
