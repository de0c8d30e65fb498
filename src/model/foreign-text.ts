/**
 * What is invisible, and changes how what stands beside it is shown or read: controls, marks of direction (which make `exe.jpg` of what is
 * none), zero-width and tag characters, what is no character at all. The joiners of emoji and of some scripts' letters are needed.
 */
const INVISIBLE = /(?![\u200c\u200d])\p{C}/gu;
const BREAKS = /[\t\n\v\f\r\u0085\u2028\u2029]+/g;

/** Text from elsewhere (a path, a title, an author's name) as it is shown in one line of a page: only what can be seen of it. */
export function foreignText(text: string): string {
  return text.replace(BREAKS, ' ').replace(INVISIBLE, '').trim();
}

/** The same of a text that has lines. */
export function foreignLines(text: string): string {
  return text
    .split(/\r\n|[\n\r\u2028\u2029]/)
    .map(foreignText)
    .join('\n');
}
