/**
 * Has the browser find the fonts of the languages' names while it has nothing else to do: the search takes as long as all else that the
 * first opening of the language menu takes. One name at a time, so that nobody waits for it.
 */
export function warmFonts(): void {
  // Safari does not tell when it is idle.
  if (!('requestIdleCallback' in globalThis)) return;
  // The menu is there twice: for wide screens and for narrow ones.
  const links = document.querySelectorAll<HTMLAnchorElement>('header a[hreflang]');
  const names = [...new Map([...links].map((link) => [link.lang, link])).values()];
  const [first] = names;
  const context = document.createElement('canvas').getContext('2d');
  if (!first || !context) return;
  const { font } = getComputedStyle(first);
  const next = () => {
    const name = names.shift();
    if (!name) return;
    // Which of several fonts is taken depends on the language.
    Object.assign(context, { font, lang: name.lang });
    context.measureText(name.textContent);
    requestIdleCallback(next);
  };
  requestIdleCallback(next);
}
