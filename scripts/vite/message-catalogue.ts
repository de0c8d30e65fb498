import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseAst, type Plugin } from 'vite';

const ROOT = join(import.meta.dirname, '../..');
const INDEX = 'virtual:message-catalogues';
const ASK = /^virtual:ask-catalogue\/(\w+)\/(\w+)$/;
const PART = /^virtual:message-catalogue\/(\w+)\/(frame|admin|rest)$/;

type Catalogue = {
  /** Where Paraglide compiled its messages to. */
  messages: string;
  /** The module of ours that knows the messages of the language in use: `messageOf(part)` gives what answers `message(key, inputs)`. */
  asked: string;
  /** What is loaded apart, in order; a message belongs to the first part that has it. */
  parts: Record<string, RegExp>;
};

const CATALOGUES: Record<string, Catalogue> = {
  site: {
    messages: join(ROOT, 'src/language/paraglide/messages'),
    asked: '#/language/catalogue.ts',
    // Messages of the frame that every page needs at once, but for those of errors that only the server tells; the others come with the
    // parts of the page that speak them, those of operators with the operators' pages only.
    parts: { frame: /^site_(?!bad_address_|read_only_)/, admin: /^admin_/, rest: /^/ },
  },
  authenticator: {
    messages: join(ROOT, 'src/account/texts/paraglide/messages'),
    asked: '#/account/texts/catalogue.ts',
    parts: { all: /^/ },
  },
};

const LOCALES: string[] = JSON.parse(readFileSync(join(ROOT, 'project.inlang/settings.json'), 'utf8')).locales;

/**
 * In the browser, replaces Paraglide's indexes of messages, which import every language, by ones that ask the catalogue of the language in
 * use (src/language/catalogue.ts, src/account/texts/catalogue.ts). A visitor downloads one language, and of that what the page needs.
 */
export function messageCatalogue(): Plugin {
  return {
    name: 'message-catalogue',
    enforce: 'pre',
    resolveId: (id) => (id === INDEX || PART.test(id) || ASK.test(id) ? `\0${id}` : null),
    load(id) {
      const isClient = this.environment.name === 'client';
      const name = id.replace('\0', '');
      if (name === INDEX) return listCatalogues(isClient);
      const [, locale, localePart] = PART.exec(name) ?? [];
      if (locale && localePart) return readPart(locale, localePart);
      const [, asked, askedPart] = ASK.exec(name) ?? [];
      // Without it, what is asked of one part would be loaded with the frame for what it might do by being loaded.
      if (asked && askedPart) return { code: askCatalogue(catalogueNamed(asked), askedPart), moduleSideEffects: false };
      const file = id.split('?', 1)[0] ?? id;
      return isClient ? askEachPart(file) : null;
    },
  };
}

/** On the server nothing has to be loaded: it has all messages. */
function listCatalogues(isClient: boolean): string {
  const load = (locale: string, part: string) =>
    isClient ? `() => import('virtual:message-catalogue/${locale}/${part}')` : 'async () => ({})';
  const list = (part: string) => LOCALES.map((locale) => `${locale}: ${load(locale, part)}`);
  return `export const frame = { ${list('frame')} }, admin = { ${list('admin')} }, rest = { ${list('rest')} };`;
}

function readPart(locale: string, part: string): string {
  const site = catalogueNamed('site');
  const { imports, messages } = readMessages(join(site.messages, `${locale}.js`));
  const wanted = messages.filter(({ key }) => partOf(site, key) === part).map(({ code }) => code);
  return [
    ...imports.map((code) => code.replace('../registry.js', join(site.messages, '../registry.js'))),
    ...wanted,
  ].join('\n');
}

/** One module for each part, so that what asks for a part is loaded with it. */
function askEachPart(file: string): string | null {
  const found = Object.entries(CATALOGUES).find(([, { messages }]) => file === join(messages, '_index.js'));
  if (!found) return null;
  const [name, { parts }] = found;
  return Object.keys(parts)
    .map((part) => `export * from 'virtual:ask-catalogue/${name}/${part}';`)
    .join('\n');
}

function askCatalogue(catalogue: Catalogue, part: string): string {
  const { messages } = readMessages(join(catalogue.messages, '_index.js'));
  if (messages.length === 0) throw new Error('Paraglide compiled no messages: check the settings.json of its projects');
  const wanted = messages.filter(({ key }) => partOf(catalogue, key) === part);
  const lines = wanted.map(({ key }) => `export const ${key} = (inputs) => message('${key}', inputs);`);
  const ask = [
    `import { messageOf } from '${catalogue.asked}';`,
    `const message = /* @__PURE__ */ messageOf('${part}');`,
  ];
  return [...ask, ...lines].join('\n');
}

function catalogueNamed(name: string): Catalogue {
  const catalogue = CATALOGUES[name];
  if (!catalogue) throw new Error(`There is no catalogue of messages named ${name}`);
  return catalogue;
}

/** What a compiled module imports, and its messages, in their order. Throws where it exports anything but constants. */
function readMessages(file: string): { imports: string[]; messages: { key: string; code: string }[] } {
  const source = readFileSync(file, 'utf8');
  const { body } = parseAst(source);
  const codeOf = ({ start, end }: (typeof body)[number]) => source.slice(start, end);
  const imports = body.filter(({ type }) => type === 'ImportDeclaration').map(codeOf);
  const messages = body.flatMap((node) => {
    if (node.type === 'ImportDeclaration') return [];
    const declared = node.type === 'ExportNamedDeclaration' ? node.declaration : null;
    const id = declared?.type === 'VariableDeclaration' ? declared.declarations[0]?.id : null;
    if (id?.type !== 'Identifier') throw new Error(`Paraglide compiles messages differently: ${codeOf(node)}`);
    return [{ key: id.name, code: codeOf(node) }];
  });
  return { imports, messages };
}

function partOf({ parts }: Catalogue, key: string): string | undefined {
  return Object.keys(parts).find((part) => parts[part]?.test(key));
}
