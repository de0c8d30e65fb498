import { AsyncLocalStorage } from 'node:async_hooks';
import type { Locale } from '#/language/locales.ts';

/** What each page request carries through rendering: its language and origin, and the nonce of its Content-Security-Policy. */
export const requestScope = new AsyncLocalStorage<{ locale?: Locale; origin?: string; nonce?: string }>();
