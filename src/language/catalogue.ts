import { admin, frame, rest } from 'virtual:message-catalogues';
import type { Locale } from './locales.ts';

type Catalogue = Record<string, (inputs: unknown) => string>;

let catalogue: Catalogue = {};

/** Loads what the frame of every page says in a language; the browser's entry waits for it before it hydrates the page. */
export async function loadFrameMessages(locale: Locale): Promise<void> {
  add(await frame[locale]());
}

/** Loads all else but what only operators read; the parts of a page that are loaded later wait for it. */
export async function loadAllMessages(locale: Locale): Promise<void> {
  add(await rest[locale]());
}

/** Loads that, too. */
export async function loadAdminMessages(locale: Locale): Promise<void> {
  const [texts] = await Promise.all([admin[locale](), loadAllMessages(locale)]);
  add(texts);
}

/** What was loaded meanwhile stays. */
function add(texts: Catalogue): void {
  catalogue = { ...catalogue, ...texts };
}

/** One message in the page's language. Called by the module that scripts/vite/message-catalogue.ts puts in place of Paraglide's index. */
export function message(key: string, inputs: unknown): string {
  const text = catalogue[key];
  if (!text) throw new Error(`Message ${key} was asked for before it was loaded`);
  return text(inputs ?? {});
}
