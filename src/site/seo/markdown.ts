import { decodeXML } from 'entities/decode';

/**
 * The text of a page as Markdown, for programs that read. What it is made of is what our own documents are made of: headings, paragraphs,
 * lists, tables, code, links and emphasis, and texts that are there to be copied. Forms and what only decorates is left out.
 */

type Frame = {
  tag: string;
  text: string;
  href: string | null;
  /** In a list, or in a row of a table: how many there are so far. */
  items: number;
  /** Of a cell: how many rows it is a cell of. */
  rows: number;
  /** Of a table: cells that are of later rows, too. */
  spanning: Spanning[];
};

/** `items` is how many cells are before it, `rows` of how many rows it still is. */
type Spanning = { cell: string; items: number; rows: number };

/** React keeps texts apart by them. */
const COMMENT = /<!--[^]*?-->/g;
const TAG = /<(\/?)([a-zA-Z][\w-]*)((?:"[^"]*"|[^">])*)>/g;
/** Nothing of these is text of the document. */
const LEFT_OUT: ReadonlySet<string> = new Set(['form', 'script', 'style', 'svg', 'button', 'template', 'noscript']);
const VOID: ReadonlySet<string> = new Set(['br', 'hr', 'img', 'input', 'meta', 'link', 'wbr']);
const MARKS: Record<string, string> = { strong: '**', b: '**', em: '*', i: '*' };

/** @param page well-formed HTML, as React writes it; `origin` of links that have none */
export function markdownOf(page: string, origin: string): string {
  const html = page.replaceAll(COMMENT, '');
  const stack: Frame[] = [frame('root')];
  let skipped = 0;
  let from = 0;
  for (const match of html.matchAll(TAG)) {
    const [whole, slash, name = '', attributes = ''] = match;
    const tag = name.toLowerCase();
    const isVoid = VOID.has(tag) || attributes.endsWith('/');
    if (skipped === 0) write(stack, decodeXML(html.slice(from, match.index)));
    from = match.index + whole.length;
    // What is left out may be any element: its inner ones are counted, so that its own end is found.
    if (skipped > 0 || LEFT_OUT.has(tag) || isHidden(attributes, slash)) {
      if (!isVoid) skipped += slash ? -1 : 1;
    } else if (slash) close(stack, tag);
    else if (tag === 'br') write(stack, '\n');
    else if (tag === 'input') copyable(stack, attributes);
    else if (!isVoid)
      stack.push(frame(tag, hrefOf(attributes, origin), Number(attributeOf(attributes, 'rowspan') ?? 1)));
  }
  while (stack.length > 1) close(stack, stack.at(-1)?.tag ?? '');
  const text = stack[0]?.text ?? '';
  return `${text
    .replaceAll(/[ \t]+\n/g, '\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim()}\n`;
}

function frame(tag: string, href: string | null = null, rows = 1): Frame {
  return { tag, text: '', href, items: 0, rows, spanning: [] };
}

/** Ends are not told apart by attributes: whatever was skipped is counted until its own. */
function isHidden(attributes: string, slash: string | undefined): boolean {
  return !slash && (/\shidden(?:=|\s|$|\/)/.test(attributes) || /\saria-hidden="true"/.test(attributes));
}

function hrefOf(attributes: string, origin: string): string | null {
  const address = attributeOf(attributes, 'href');
  return address?.startsWith('/') ? origin + address : address;
}

/** React writes some names as JSX has them. */
function attributeOf(attributes: string, name: string): string | null {
  const [, value] = new RegExp(`\\s${name}="([^"]*)"`, 'i').exec(attributes) ?? [];
  return value === undefined ? null : decodeXML(value);
}

function write(stack: Frame[], text: string): void {
  const top = stack.at(-1);
  if (!top) return;
  const isCode = stack.some(({ tag }) => tag === 'pre');
  top.text += isCode || text === '\n' ? text : text.replaceAll(/\s+/g, ' ');
}

/** What a field holds that nobody writes in: it stands there to be copied. */
function copyable(stack: Frame[], attributes: string): void {
  const top = stack.at(-1);
  const text = attributeOf(attributes, 'readonly') === null ? null : attributeOf(attributes, 'value');
  if (top && text !== null) top.text += `\n\n\`${text}\`\n\n`;
}

function close(stack: Frame[], tag: string): void {
  const ended = stack.pop();
  const parent = stack.at(-1);
  if (!ended || !parent) return;
  parent.text += written(ended, tag, stack);
}

function written(ended: Frame, tag: string, stack: Frame[]): string {
  const { text, href } = ended;
  const inner = text.trim();
  const [, level] = /^h([1-6])$/.exec(tag) ?? [];
  if (level !== undefined) return `\n\n${'#'.repeat(Number(level))} ${inner}\n\n`;
  if (MARKS[tag] !== undefined) return inner === '' ? '' : aside(text, `${MARKS[tag]}${inner}${MARKS[tag]}`);
  switch (tag) {
    case 'a':
      // A section's link to itself says nothing to who reads the text.
      return inner === '' || inner === '#' || href === null
        ? inner.replace(/^#$/, '')
        : aside(text, `[${inner}](${href})`);
    case 'code':
      return stack.some((above) => above.tag === 'pre') ? text : aside(text, `\`${inner}\``);
    case 'pre':
      return `\n\n\`\`\`\n${text.replace(/\n$/, '')}\n\`\`\`\n\n`;
    case 'li':
      return listItem(inner, stack);
    case 'ul':
    case 'ol':
      return stack.some((above) => above.tag === 'li') ? `\n${text.replace(/^\n+|\n+$/g, '')}` : `\n\n${text}\n\n`;
    case 'dt':
      return `\n- **${inner}**: `;
    case 'dd':
      return inner;
    case 'th':
    case 'td':
      return tableCell(inner, ended.rows, stack);
    case 'tr':
      return `${(text + cellsFromAbove(ended, stack)).trim()} |\n`;
    case 'thead':
      return `${text.trim()}\n${'| --- '.repeat((text.match(/(?<!\\)\| /g) ?? []).length)}|\n`;
    case 'table':
    case 'p':
    case 'blockquote':
    case 'dl':
    case 'section':
    case 'figure':
      return `\n\n${tag === 'blockquote' ? inner.replaceAll(/^/gm, '> ') : inner}\n\n`;
    default:
      return text;
  }
}

/** Spaces inside a mark belong outside it. */
function aside(text: string, marked: string): string {
  return `${/^\s/.test(text) ? ' ' : ''}${marked}${/\s$/.test(text) ? ' ' : ''}`;
}

function listItem(inner: string, stack: Frame[]): string {
  const list = stack.at(-1);
  if (list) list.items++;
  const mark = list?.tag === 'ol' ? `${list.items}.` : '-';
  const indented = inner.replaceAll(/\n{2,}/g, '\n').replaceAll('\n', '\n  ');
  return `\n${mark} ${indented}`;
}

/** A cell, after those of rows above that belong before it. */
function tableCell(inner: string, rows: number, stack: Frame[]): string {
  const row = stack.at(-1);
  const cell = `| ${inner.replaceAll('\n', ' ').replaceAll('|', String.raw`\|`)} `;
  if (!row) return cell;
  const before = cellsFromAbove(row, stack);
  if (rows > 1) tableOf(stack)?.spanning.push({ cell, items: row.items, rows: rows - 1 });
  row.items++;
  return before + cell;
}

/** What stands in a row next, of cells of rows above: Markdown has none that reach over several, so that each row says it again. */
function cellsFromAbove(row: Frame, stack: Frame[]): string {
  const spanning = tableOf(stack)?.spanning ?? [];
  const next = spanning.find(({ items, rows }) => rows > 0 && items === row.items);
  if (!next) return '';
  next.rows--;
  row.items++;
  return next.cell + cellsFromAbove(row, stack);
}

function tableOf(stack: Frame[]): Frame | undefined {
  return stack.findLast(({ tag }) => tag === 'table');
}
