import { hydrateRoot } from 'react-dom/client';
import { loadAllMessages } from '#/language/catalogue.ts';
import { currentLocale } from '#/language/current.ts';
import { CASE_KINDS } from '#/model/operations.ts';
import { NO_OPERATOR } from '#/model/operator.ts';
import { DocumentContext } from '../document-context.ts';
import { fileCase } from './takedown.functions.ts';
import { TakedownFields } from './TakedownFields.tsx';

/**
 * Makes forms that the server rendered send what they are given without leaving the page. A React of their own takes them as they are: to
 * that of the page, a served text is nothing but HTML.
 */
export async function hydrateForms(article: HTMLElement): Promise<void> {
  const locale = currentLocale();
  await loadAllMessages(locale);
  for (const kind of CASE_KINDS) {
    const served = article.querySelector<HTMLElement>(
      `[data-takedown="${kind}"]:not([data-taken]):has(> :not([data-live], [data-answered]))`,
    );
    if (!served) continue;
    served.dataset['taken'] = '';
    hydrateRoot(
      served,
      <DocumentContext value={{ locale, changedFacts: {}, operator: NO_OPERATOR, securityContact: null }}>
        <TakedownFields kind={kind} file={fileCase} />
      </DocumentContext>,
    );
  }
}
