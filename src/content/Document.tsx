import { useEffect, useRef } from 'react';
import { isLocale } from '#/language/locales.ts';
import { createServerPart } from '#/site/serving/server-part.tsx';
import type { DocumentProps } from './DocumentPage.tsx';
// Parts that stay as the server made them still need their styles.
import './DocumentPage.module.css';
import './parts/parts.module.css';
import './takedown/TakedownForm.module.css';
import '#/site/pages/FailureNote.module.css';

const Served = createServerPart<DocumentProps>(async (_locale, subject) => {
  const [locale, slug = ''] = subject.split('/', 2);
  const part = await import('./DocumentPage.tsx');
  if (isLocale(locale)) await part.loadDocumentPage(locale, slug);
  return part.DocumentPage;
}, subjectOf);

function subjectOf({ locale, slug }: Pick<DocumentProps, 'locale' | 'slug'>): string {
  return `${locale}/${slug}`;
}

/** For the loader of the page. */
export function preloadDocument(document: Pick<DocumentProps, 'locale' | 'slug'>): Promise<void> {
  return Served.preload(subjectOf(document));
}

/** What in a document does something where scripts run. */
const LIVE = '[data-copy], [data-bookmarklet], [data-takedown]';

/** A written page. A visitor downloads nothing of it but its HTML, and what makes its buttons work if it has any. */
export function Document(props: DocumentProps) {
  const root = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = root.current;
    if (!element) return undefined;
    let undo: (() => void) | undefined;
    const found = new AbortController();
    const look = () => {
      if (!element.querySelector(LIVE)) return;
      watch.disconnect();
      void import('./enhance.ts').then(({ enhanceDocument: enhance }) => {
        if (!found.signal.aborted) undo = enhance(element);
      });
    };
    // After a step within the site, the text comes later than this.
    const watch = new MutationObserver(look);
    watch.observe(element, { childList: true, subtree: true });
    look();
    return () => {
      found.abort();
      watch.disconnect();
      undo?.();
    };
  }, []);
  return (
    <div ref={root}>
      <Served {...props} />
    </div>
  );
}
