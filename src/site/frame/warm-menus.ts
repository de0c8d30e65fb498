/**
 * Has the browser find the fonts of the languages' names while it has nothing else to do, and then lay the menus out: both together take
 * longer than all else that the first opening of a menu takes. One name at a time, so that nobody waits for it.
 */
export function warmMenus(): void {
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
    if (!name) {
      layMenusOut();
      return;
    }
    // Which of several fonts is taken depends on the language.
    Object.assign(context, { font, lang: name.lang });
    context.measureText(name.textContent);
    requestIdleCallback(next);
  };
  requestIdleCallback(next);
}

/**
 * For one frame, in which nobody sees them (shared.css). What is in a closed menu keeps its layout from then on; measuring it alone would
 * not do, since the browser throws that away.
 */
function layMenusOut(): void {
  const menus = document.querySelectorAll<HTMLDetailsElement>('header details:not([open])');
  for (const menu of menus) menu.dataset['layout'] = 'ahead';
  // The first comes before that frame's layout, the second after it.
  requestAnimationFrame(() =>
    requestAnimationFrame(() => {
      for (const menu of menus) delete menu.dataset['layout'];
    }),
  );
}
