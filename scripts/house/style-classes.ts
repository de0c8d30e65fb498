import { posix } from 'node:path';

const COMMENT = /\/\*.*?\*\//gs;
/** Names for the whole page, with what is in its brackets. */
const GLOBAL = /:global\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)/g;
/** What stands before a block: a selector, or a condition. */
const PRELUDE = /[^{};]+(?=\{)/g;
const CLASS = /\.([a-z][\w-]*)/gi;
const IMPORT = /^import (?:(\w+) from )?'([^']+\.module\.css)';$/gm;

/**
 * Where CSS modules and those who take classes of them disagree: classes that nobody takes, and classes taken that there are not. A class
 * is taken by its name (`classes.list`); one whose name is put together (`classes[kind]`) counts as taken by nobody.
 * @param texts of sources and stylesheets, by their paths with slashes
 */
export function classProblems(texts: ReadonlyMap<string, string>): string[] {
  const sheets = [...texts].filter(([path]) => path.endsWith('.module.css'));
  const known = new Map(sheets.map(([path, text]) => [path, classesOf(text)]));
  const taken = new Map(sheets.map(([path]) => [path, new Set<string>()]));
  const missing: string[] = [];
  for (const [path, text] of texts) {
    for (const [, name, specifier = ''] of text.matchAll(IMPORT)) {
      const sheet = specifier.startsWith('#/')
        ? posix.join('src', specifier.slice(2))
        : posix.join(posix.dirname(path), specifier);
      for (const used of name ? namesTaken(text, name) : []) {
        taken.get(sheet)?.add(used);
        if (!known.get(sheet)?.has(used)) missing.push(`${path}: ${sheet} has no .${used}`);
      }
    }
  }
  const unused = sheets.flatMap(([path]) => {
    return [...(known.get(path) ?? [])]
      .filter((name) => !taken.get(path)?.has(name))
      .map((name) => `${path}: .${name}`);
  });
  return [...missing, ...unused];
}

function classesOf(css: string): Set<string> {
  const preludes = css.replaceAll(COMMENT, '').replaceAll(GLOBAL, '').match(PRELUDE) ?? [];
  return new Set(preludes.flatMap((prelude) => [...prelude.matchAll(CLASS)].map(([, name = '']) => name)));
}

function namesTaken(source: string, of: string): Set<string> {
  const code = source.replaceAll(/ from '[^']*'/g, '');
  return new Set([...code.matchAll(new RegExp(`\\b${of}\\.([a-z]\\w*)`, 'gi'))].map(([, name = '']) => name));
}
