import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';

const MESSAGES = join(import.meta.dirname, '../../src/language/paraglide/messages');
const LOCALES: string[] = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../project.inlang/settings.json'), 'utf8'),
).locales;

const INDEX = 'virtual:message-catalogues';
const ASK = /^virtual:ask-catalogue\/(frame|rest)$/;
const PART = /^virtual:message-catalogue\/(\w+)\/(frame|rest)$/;
/** Messages of the frame that every page needs at once; the others come with the parts of the page that speak them. */
const FRAME = /^(?:site|content)_/;

/**
 * In the browser, replaces Paraglide's index of messages, which imports all ten languages, by one that asks the catalogue of the page's
 * language (src/language/catalogue.ts). A visitor downloads one language instead of ten, and of that what the page needs.
 */
export function messageCatalogue(): Plugin {
  return {
    name: 'message-catalogue',
    enforce: 'pre',
    resolveId: (id) => (id === INDEX || PART.test(id) || ASK.test(id) ? `\0${id}` : null),
    load(id) {
      const isClient = this.environment.name === 'client';
      const name = id.replace('\0', '');
      if (name === INDEX) return isClient ? listCatalogues() : 'export const frame = {}, rest = {};';
      const [, locale, part] = PART.exec(name) ?? [];
      if (locale) return readPart(locale, part === 'frame');
      const [, asked] = ASK.exec(name) ?? [];
      if (asked) return askCatalogue(asked === 'frame');
      const file = id.split('?', 1)[0] ?? id;
      return isClient && file === join(MESSAGES, '_index.js') ? ASK_BOTH : null;
    },
  };
}

function listCatalogues(): string {
  const list = (part: string) =>
    LOCALES.map((locale) => `${locale}: () => import('virtual:message-catalogue/${locale}/${part}')`);
  return `export const frame = { ${list('frame')} }, rest = { ${list('rest')} };`;
}

function readPart(locale: string, isFrame: boolean): string {
  const [head = '', ...messages] = readFileSync(join(MESSAGES, `${locale}.js`), 'utf8').split(/^(?=export const )/m);
  const wanted = messages.filter((message) => FRAME.test(keyOf(message)) === isFrame);
  return head.replace('../registry.js', join(MESSAGES, '../registry.js')) + wanted.join('');
}

/** Two modules, so that what asks for the rest is loaded with the rest. */
const ASK_BOTH = "export * from 'virtual:ask-catalogue/frame'; export * from 'virtual:ask-catalogue/rest';";

function askCatalogue(isFrame: boolean): string {
  const [, ...messages] = readFileSync(join(MESSAGES, '_index.js'), 'utf8').split(/^(?=export const )/m);
  if (messages.length === 0) throw new Error('Paraglide compiled no messages: check project.inlang/settings.json');
  const wanted = messages.filter((one) => FRAME.test(keyOf(one)) === isFrame);
  const lines = wanted.map(keyOf).map((key) => `export const ${key} = (inputs) => message('${key}', inputs);`);
  return ["import { message } from '#/language/catalogue.ts';", ...lines].join('\n');
}

function keyOf(message: string): string {
  return /^export const (\w+)/.exec(message)?.[1] ?? '';
}
