import { createContext } from 'react';
import { DEFAULT_LOCALE, type Locale } from '#/language/locales.ts';
import type { ChangedFacts } from '#/model/facts.ts';
import { NO_OPERATOR, type OperatorFacts } from '#/model/operator.ts';

/** What documents tell of this very installation. */
export type DocumentFacts = {
  changedFacts: ChangedFacts;
  operator: OperatorFacts;
  /** Whom to tell of holes: a `mailto:` or `https:` address; null: whom one writes to of anything else. */
  securityContact: string | null;
};

export type DocumentContext = DocumentFacts & { locale: Locale };

/** What the parts of a document have to know of where they stand. */
export const DocumentContext = createContext<DocumentContext>({
  locale: DEFAULT_LOCALE,
  changedFacts: {},
  operator: NO_OPERATOR,
  securityContact: null,
});
