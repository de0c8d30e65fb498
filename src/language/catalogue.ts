import type { Locale } from './locales.ts';

type Catalogue = Record<string, (inputs: unknown) => string>;

const loaders = import.meta.glob<Catalogue>('./paraglide/messages/??.js');

let catalogue: Catalogue | undefined;

/** Loads the messages of one language; the browser's entry waits for it before it hydrates the page. */
export async function loadCatalogue(locale: Locale): Promise<void> {
  const load = loaders[`./paraglide/messages/${locale}.js`];
  if (!load) throw new Error(`No messages for ${locale}`);
  catalogue = await load();
}

/** One message in the page's language. Called by the module that scripts/vite/message-catalogue.ts puts in place of Paraglide's index. */
export function message(key: string, inputs: unknown): string {
  const text = catalogue?.[key];
  if (!text) throw new Error(`Message ${key} was asked for before its catalogue was loaded`);
  return text(inputs ?? {});
}
