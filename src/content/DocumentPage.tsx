import { useMemo } from 'react';
import { loadAllMessages } from '#/language/catalogue.ts';
import { formatDate } from '#/language/format.ts';
import type { Locale } from '#/language/locales.ts';
import { m } from '#/language/paraglide/messages.js';
import type { ChangedFacts } from '#/model/facts.ts';
import { loadDocumentTitles } from '#/site/frame/document-list.ts';
import { Hero } from '#/site/frame/Hero.tsx';
import { Page } from '#/site/frame/Page.tsx';
import { components } from './components.tsx';
import { Contents } from './Contents.tsx';
import { DocumentContext } from './document-context.ts';
import { loadDocument, loadedDocument } from './documents.ts';
import { Neighbours } from './Neighbours.tsx';
import classes from './DocumentPage.module.css';

export type DocumentProps = { locale: Locale; slug: string; changedFacts: ChangedFacts };

/** Loads what the page is made of, where the server has not written it. */
export async function loadDocumentPage(locale: Locale, slug: string): Promise<void> {
  await Promise.all([loadDocument(locale, slug), loadDocumentTitles(locale), loadAllMessages(locale)]);
}

/** A written page: what it is called and about, when it was last changed, its contents, its text, and its neighbours. */
export function DocumentPage({ locale, slug, changedFacts }: DocumentProps) {
  const { default: Text, frontmatter, headings } = loadedDocument(locale, slug);
  const context = useMemo(() => ({ locale, changedFacts }), [locale, changedFacts]);
  const isTranslated = frontmatter.legal === true && locale !== 'en';
  return (
    <Page>
      <Hero heading={frontmatter.title} intro={frontmatter.description}>
        <p className={classes.updated}>
          <time dateTime={frontmatter.updated}>{m.content_updated({ date: formatDate(frontmatter.updated) })}</time>
        </p>
        {isTranslated && (
          <p className={classes.note}>
            {m.content_english_prevails()}{' '}
            <a href={`/${slug}`} hrefLang="en">
              {m.content_english()}
            </a>
          </p>
        )}
      </Hero>
      <DocumentContext value={context}>
        <div className={classes.columns}>
          <Contents headings={headings} />
          <article className={classes.text}>
            <Text components={components} />
          </article>
        </div>
        <Neighbours slug={slug} locale={locale} />
      </DocumentContext>
    </Page>
  );
}
