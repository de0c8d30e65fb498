/**
 * For the head of a page: the first paint waits for the whole of an element near its top. A browser may paint while it is still reading
 * the page; a row of which it has half would be laid out anew with the other half, and move under the visitor's eyes. Browsers that do not
 * know this take it for nothing (HTML, `rel=expect`).
 */
export function shownWhole(id: string) {
  return { rel: 'expect', href: `#${id}`, blocking: 'render' };
}
