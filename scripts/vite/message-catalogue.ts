import { readFileSync } from 'node:fs';
import type { Plugin } from 'vite';

/**
 * In the browser, replaces Paraglide's index of messages, which imports all ten languages, by one that asks the catalogue of the page's
 * language (src/language/catalogue.ts), loaded before hydration: a visitor downloads one language instead of ten.
 */
export function messageCatalogue(): Plugin {
  return {
    name: 'message-catalogue',
    enforce: 'pre',
    applyToEnvironment: (environment) => environment.name === 'client',
    load(id) {
      const file = id.split('?', 1)[0] ?? id;
      if (!file.endsWith('/paraglide/messages/_index.js')) return null;
      const source = readFileSync(file, 'utf8');
      const keys = [...source.matchAll(/^export const (\w+) =/gm)].map((match) => match[1]);
      if (keys.length === 0) throw new Error('Paraglide compiled no messages: check project.inlang/settings.json');
      return [
        "import { message } from '#/language/catalogue.ts';",
        ...keys.map((key) => `export const ${key} = (inputs) => message('${key}', inputs);`),
      ].join('\n');
    },
  };
}
