import { loadAllMessages } from '#/language/catalogue.ts';
import { currentLocale } from '#/language/current.ts';
import { createIsomorphicFn } from '@tanstack/react-start';

/** Has what the account's pages say there before it is said; the server has all of it anyway. */
export const loadTexts = createIsomorphicFn()
  .server(() => Promise.resolve())
  .client(() => loadAllMessages(currentLocale()));
