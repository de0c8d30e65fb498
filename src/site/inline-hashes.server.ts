import { createHash } from 'node:crypto';

const INLINE = /<(script|style)\b([^>]*)>([\s\S]*?)<\/\1>/g;
/** A block of data, such as JSON-LD, is not run. */
const DATA = /\btype="application\//;

/** What a Content-Security-Policy lets a page run and apply of what is written into it: nothing else has these hashes. */
export function inlineHashes(html: string): { scripts: string[]; styles: string[] } {
  const found = { scripts: new Set<string>(), styles: new Set<string>() };
  for (const [, element, attributes = '', text = ''] of html.matchAll(INLINE)) {
    if (text === '' || DATA.test(attributes)) continue;
    found[element === 'script' ? 'scripts' : 'styles'].add(hashOf(text));
  }
  return { scripts: [...found.scripts], styles: [...found.styles] };
}

function hashOf(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}
