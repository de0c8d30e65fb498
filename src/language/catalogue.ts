import { admin, frame, rest } from 'virtual:message-catalogues';
import { currentLocale } from './current.ts';
import type { Locale } from './locales.ts';

type Catalogue = Record<string, (inputs: unknown) => string>;

const PARTS = { frame, rest, admin };
type Part = keyof typeof PARTS;

/** What was loaded, by language; of each language the same parts. */
const catalogues: Partial<Record<Locale, Catalogue>> = {};
const loadedParts = new Set<Part>();

/** Loads what the frame of every page says in a language; the browser's entry waits for it before it hydrates the page. */
export async function loadFrameMessages(locale: Locale): Promise<void> {
  await load('frame', locale);
}

/** Loads all else but what only operators read; the parts of a page that are loaded later wait for it. */
export async function loadAllMessages(locale: Locale): Promise<void> {
  await load('rest', locale);
}

/** Loads that, too. */
export async function loadAdminMessages(locale: Locale): Promise<void> {
  await Promise.all([load('admin', locale), loadAllMessages(locale)]);
}

/** Has in a language all that the page says in another. */
export async function loadSameMessages(locale: Locale): Promise<void> {
  await Promise.all([...loadedParts].map((part) => load(part, locale)));
}

async function load(part: Part, locale: Locale): Promise<void> {
  const texts = await PARTS[part][locale]();
  loadedParts.add(part);
  catalogues[locale] = { ...catalogues[locale], ...texts };
}

/** One message in the page's language. Called by the module that scripts/vite/message-catalogue.ts puts in place of Paraglide's index. */
export function message(key: string, inputs: unknown): string {
  const text = catalogues[currentLocale()]?.[key];
  if (!text) throw new Error(`Message ${key} was asked for before it was loaded`);
  return text(inputs ?? {});
}
