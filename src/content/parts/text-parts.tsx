import { type ComponentProps, use } from 'react';
import { localizePath } from '#/language/locales.ts';
import { m } from '#/language/paraglide/messages.js';
import { DocumentContext } from '../document-context.ts';
import classes from '../DocumentPage.module.css';

/** A link of a document; one to a page of this site stays in the reader's language. */
export function DocumentLink({ href = '', children }: ComponentProps<'a'>) {
  const { locale } = use(DocumentContext);
  return <a href={href.startsWith('/') ? localizePath(href, locale) : href}>{children}</a>;
}

type HeadingProps = ComponentProps<'h2'> & { level: 'h2' | 'h3' };

/** A heading and, beside it, the link to itself. */
function DocumentHeading({ level: Level, id, children }: HeadingProps) {
  const linkId = `${id}-link`;
  return (
    <div className={classes.heading}>
      <Level id={id}>{children}</Level>
      <a id={linkId} href={`#${id}`} aria-label={m.content_anchor()} aria-labelledby={`${linkId} ${id}`}>
        <span aria-hidden="true">#</span>
      </a>
    </div>
  );
}
export const SectionHeading = (props: ComponentProps<'h2'>) => <DocumentHeading level="h2" {...props} />;
export const SubHeading = (props: ComponentProps<'h3'>) => <DocumentHeading level="h3" {...props} />;

/** Code, which is scrolled where it is wider than the page, also by the keyboard, and copied by its button where scripts run (enhance.ts). */
export function CodeBlock({ children }: ComponentProps<'pre'>) {
  return (
    <div className={classes.code} data-copy>
      <button type="button" hidden data-copied={m.download_copied()}>
        {m.content_copy()}
      </button>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- What scrolls must be reachable. */}
      <pre tabIndex={0}>{children}</pre>
    </div>
  );
}
