import { Link } from '@tanstack/react-router';
import type { ComponentType, ReactNode } from 'react';
import { formatDate } from '#/language/format.ts';
import { m } from '#/language/paraglide/messages.js';
import { Hero } from '#/site/Hero.tsx';
import { Page } from '#/site/Page.tsx';
import type { DocumentModule } from './documents.ts';
import classes from './DocumentPage.module.css';

/** A written page: its title, when it was last changed, its text. */
export function DocumentPage({ document }: { document: DocumentModule }) {
  const { default: Text, frontmatter } = document;
  return (
    <Page>
      <Hero heading={frontmatter.title} intro={frontmatter.description} />
      <article className={classes.text}>
        <Text components={{ a: DocumentLink as ComponentType<{ href?: string; children?: ReactNode }> }} />
        <p className={classes.updated}>{m.content_updated({ date: formatDate(frontmatter.updated) })}</p>
      </article>
    </Page>
  );
}

/** A link to another document stays in the reader's language. */
function DocumentLink({ href = '', children }: { href?: string; children?: ReactNode }) {
  if (!href.startsWith('/')) return <a href={href}>{children}</a>;
  return (
    <Link to="/{-$lang}/$" params={(before) => ({ ...before, _splat: href.slice(1) })}>
      {children}
    </Link>
  );
}
