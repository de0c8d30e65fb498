import { createContext } from 'react';
import { DEFAULT_LOCALE, type Locale } from '#/language/locales.ts';
import type { ChangedFacts } from '#/model/facts.ts';

export type DocumentContext = { locale: Locale; changedFacts: ChangedFacts };

/** What the parts of a document have to know of where they stand. */
export const DocumentContext = createContext<DocumentContext>({ locale: DEFAULT_LOCALE, changedFacts: {} });
