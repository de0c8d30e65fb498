import type { Language } from './languages.ts';
import { overwriteGetLocale } from './paraglide/runtime.js';

type Catalogue = Record<string, (inputs: unknown) => string>;

const catalogues = import.meta.glob<Catalogue>(['./paraglide/messages/*.js', '!./paraglide/messages/_index.js']);

let catalogue: Catalogue = {};
let wanted: Language | null = null;

/** Makes the authenticator's texts speak a language, once that is downloaded. Whoever shows them renders anew afterwards. */
export async function speakInAuthenticator(language: Language): Promise<void> {
  const load = catalogues[`./paraglide/messages/${language}.js`];
  if (!load) throw new Error(`No texts of the authenticator were compiled in ${language}`);
  wanted = language;
  const loaded = await load();
  // Who chose again meanwhile wants the later one, whichever comes first.
  if (wanted !== language) return;
  catalogue = loaded;
  overwriteGetLocale(() => language);
}

/** What gives texts in that language. Called by the module that scripts/vite/message-catalogue.ts puts in place of Paraglide's index. */
export function messageOf(_part: 'all'): (key: string, inputs: unknown) => string {
  return (key, inputs) => {
    const text = catalogue[key];
    if (!text) throw new Error(`Text ${key} of the authenticator was asked for before it was loaded`);
    return text(inputs ?? {});
  };
}
