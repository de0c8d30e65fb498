import { useMemo } from 'react';
import { loadAllMessages } from '#/language/catalogue.ts';
import { formatDate, gapAfter } from '#/language/format.ts';
import type { Locale } from '#/language/locales.ts';
import { m } from '#/language/paraglide/messages.js';
import { loadDocumentTitles } from '#/site/documents/document-list.ts';
import { documentComponents } from './components.tsx';
import { Contents } from './Contents.tsx';
import { DocumentContext, type DocumentFacts } from './document-context.ts';
import { loadDocument, loadedDocument } from './documents.ts';
import { Neighbours } from './Neighbours.tsx';
import { Related } from './Related.tsx';
import classes from './DocumentPage.module.css';

export type DocumentProps = { locale: Locale; slug: string; facts: DocumentFacts };

/** Loads what the page is made of, where the server has not written it. */
export async function loadDocumentPage(locale: Locale, slug: string): Promise<void> {
  await Promise.all([loadDocument(locale, slug), loadDocumentTitles(locale), loadAllMessages(locale)]);
}

/**
 * A written page: what it is called and about, when it was last changed, its contents, its text, and the others of its group. Wide screens
 * have the contents at its start and the others at its end.
 */
export function DocumentPage({ locale, slug, facts }: DocumentProps) {
  const { default: Text, frontmatter, headings } = loadedDocument(locale, slug);
  const context = useMemo(() => ({ locale, ...facts }), [locale, facts]);
  const isTranslated = frontmatter.legal === true && locale !== 'en';
  const prevails = m.content_english_prevails();
  return (
    <div className={classes.page}>
      <header className={classes.head}>
        <h1>{frontmatter.title}</h1>
        <p className={classes.intro}>{frontmatter.description}</p>
        <p className="fine-print">
          <time dateTime={frontmatter.updated}>{m.content_updated({ date: formatDate(frontmatter.updated) })}</time>
        </p>
        {isTranslated && (
          <p className="notice edged">
            {prevails}
            {gapAfter(prevails)}
            {/* Who reads the original once has not switched the site to English: without a referrer the server takes it for no switch. */}
            <a href={`/${slug}`} hrefLang="en" referrerPolicy="no-referrer">
              {m.content_english()}
            </a>
          </p>
        )}
      </header>
      <DocumentContext value={context}>
        <Contents headings={headings} />
        <article className={classes.text}>
          <Text components={documentComponents} />
        </article>
        <Related slug={slug} locale={locale} />
        <Neighbours slug={slug} locale={locale} />
      </DocumentContext>
    </div>
  );
}
