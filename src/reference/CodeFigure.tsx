import { m } from '#/language/paraglide/messages.js';
import type { ExampleCode } from './example-code.ts';
import classes from './reference.module.css';

type Props = {
  /** What the code is. */
  title: string;
  code: string;
  /** Shown only while examples in this language are; unless given, always. */
  language?: ExampleCode['language'];
};

/** Code under its title; it can be copied where scripts run (enhance.ts). */
export function CodeFigure({ title, code, language }: Props) {
  return (
    <figure data-language={language} className={classes.code}>
      <figcaption>
        {title}
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
  );
}
