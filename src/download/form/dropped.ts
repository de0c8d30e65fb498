/** Files that hold a link or text: Windows' and macOS' link files, Linux' starters, plain text. */
const READABLE = /\.(?:url|webloc|desktop|txt)$/i;
const MAX_FILES = 50;
const MAX_FILE_BYTES = 64 * 1024;
const KINDS = ['text/uri-list', 'text/plain', 'Files'];

/** Whether what is dragged may hold links. What it is, a browser tells only when it is dropped. */
export function mayHoldLinks({ types }: Pick<DataTransfer, 'types'>): boolean {
  return KINDS.some((kind) => types.includes(kind));
}

/** The text of what was dropped: a link, text with links in it, or files with links in them. To be called while the drop is handled. */
export async function readDropped(data: DataTransfer): Promise<string> {
  const link = data.getData('text/uri-list').replaceAll(/^#.*$/gm, '').trim();
  const texts = [link || data.getData('text/plain')];
  const files = [...data.files].filter(({ name, size }) => READABLE.test(name) && size <= MAX_FILE_BYTES);
  // The browser takes the list away once this turn is over; the files stay.
  for (const file of files.slice(0, MAX_FILES)) texts.push(linksIn(file.name, await file.text()));
  return texts.filter((text) => text.trim() !== '').join('\n');
}

/** What of a file is meant as a link: the head of a link file names other addresses, too. */
export function linksIn(name: string, content: string): string {
  if (/\.webloc$/i.test(name)) return all(content, /<string>([^<]+)<\/string>/g);
  if (/\.(?:url|desktop)$/i.test(name)) return all(content, /^\s*URL(?:\[[^\]]*\])?\s*=\s*(\S+)/gim);
  return content;
}

function all(content: string, pattern: RegExp): string {
  return [...content.matchAll(pattern)].map(([, found]) => found).join('\n');
}
