/** Has the browser save what a link leads to. `name` is for files of the page's own; those of the server bring theirs. */
export function saveLink(href: string, name = ''): void {
  const anchor = Object.assign(document.createElement('a'), { href, download: name });
  document.body.append(anchor);
  anchor.click();
  anchor.remove();
}
