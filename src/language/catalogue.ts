import { admin, frame, rest } from 'virtual:message-catalogues';
import { currentLocale } from './current.ts';
import { createLoadedTexts } from './loaded-texts.ts';
import type { Locale } from './locales.ts';

type Part = 'frame' | 'rest' | 'admin';

const texts = createLoadedTexts<Part, Locale>({ frame, rest, admin });

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

/**
 * What gives messages of a part in the page's language. Called by the modules that scripts/vite/message-catalogue.ts puts in place of
 * Paraglide's index. One that is not there yet is waited for where it is rendered (loaded-texts.ts).
 */
export function messageOf(part: Part): (key: string, inputs: unknown) => string {
  return (key, inputs) => texts.text(part, key, currentLocale())(inputs ?? {});
}
