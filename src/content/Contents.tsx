import { m } from '#/language/paraglide/messages.js';
import type { Heading } from './texts.ts';
import classes from './DocumentPage.module.css';

/** A document's table of contents: beside the text, or folded above it on a narrow screen. */
export function Contents({ headings }: { headings: readonly Heading[] }) {
  const sections = headings.filter(({ depth }) => depth === 2);
  if (sections.length < 2) return null;
  return (
    <nav className={classes.side} aria-label={m.content_toc()}>
      <p aria-hidden="true" className={`unfolded fine-print ${classes.label}`}>
        {m.content_toc()}
      </p>
      <details className="foldable">
        <summary className="chevron">{m.content_toc()}</summary>
        <ol className={classes.contents}>
          {sections.map(({ id, title }) => (
            <li key={id}>
              <a href={`#${id}`}>{title}</a>
            </li>
          ))}
        </ol>
      </details>
    </nav>
  );
}
