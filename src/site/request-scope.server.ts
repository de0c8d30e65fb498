import { AsyncLocalStorage } from 'node:async_hooks';
import type { Locale } from '#/language/locales.ts';

type RequestScope = {
  locale?: Locale;
  origin?: string;
  /** Of the Content-Security-Policy. */
  nonce?: string;
  hasAccounts?: boolean;
  /** Who asks: the id in the visitor's cookie, and the network address. */
  visitor?: { visitorId: string | null; address: string | null };
};

/** What each request carries through rendering and server functions. */
export const requestScope = new AsyncLocalStorage<RequestScope>();
