import { m } from '#/language/paraglide/messages.js';
import type { Heading } from './texts.ts';
import classes from './DocumentPage.module.css';

/** A document's table of contents: beside the text, or folded above it on a narrow screen. */
export function Contents({ headings }: { headings: readonly Heading[] }) {
  const sections = headings.filter(({ depth }) => depth === 2);
  if (sections.length < 2) return null;
  const list = (
    <ol className={classes.contents}>
      {sections.map(({ id, title }) => (
        <li key={id}>
          <a href={`#${id}`}>{title}</a>
        </li>
      ))}
    </ol>
  );
  return (
    <div className={classes.side}>
      <details className={classes.folded}>
        <summary className="chevron">{m.content_toc()}</summary>
        <nav aria-label={m.content_toc()}>{list}</nav>
      </details>
      <nav className={classes.open} aria-label={m.content_toc()}>
        <p aria-hidden="true" className={`fine-print ${classes.label}`}>
          {m.content_toc()}
        </p>
        {list}
      </nav>
    </div>
  );
}
