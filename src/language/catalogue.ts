import { admin, frame, rest } from 'virtual:message-catalogues';
import { currentLocale } from './current.ts';
import { createLoadedTexts } from './loaded-texts.ts';
import type { Locale } from './locales.ts';

const texts = createLoadedTexts<'frame' | 'rest' | 'admin', Locale>({ frame, rest, admin });

/** Loads what the frame of every page says in a language; the browser's entry waits for it before it hydrates the page. */
export async function loadFrameMessages(locale: Locale): Promise<void> {
  await texts.load('frame', locale);
}

/** Loads all else but what only operators read; the parts of a page that are loaded later wait for it. */
export async function loadAllMessages(locale: Locale): Promise<void> {
  await texts.load('rest', locale);
}

/** Loads that, too. */
export async function loadAdminMessages(locale: Locale): Promise<void> {
  await Promise.all([texts.load('admin', locale), loadAllMessages(locale)]);
}

/** Has in a language all that the page says, or is about to say, in another. */
export async function loadSameMessages(locale: Locale): Promise<void> {
  await texts.loadSame(locale);
}

/** One message in the page's language. Called by the module that scripts/vite/message-catalogue.ts puts in place of Paraglide's index. */
export function message(key: string, inputs: unknown): string {
  const text = texts.text(key, currentLocale());
  if (!text) throw new Error(`Message ${key} was asked for before it was loaded`);
  return text(inputs ?? {});
}
