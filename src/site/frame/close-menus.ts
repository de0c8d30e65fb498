/** Menus of the toolbar: the browser opens and closes them, but knows no key for it. */
const OPEN_MENU = 'header details[open]';

function close(menu: HTMLDetailsElement): void {
  menu.open = false;
}

/** Closes an open menu by Escape, which gives the focus back to what opened it, and as soon as the visitor turns to something else. */
export function closeMenus(): void {
  const menus = () => [...document.querySelectorAll<HTMLDetailsElement>(OPEN_MENU)];
  document.addEventListener('keydown', ({ key, isComposing }) => {
    if (key !== 'Escape' || isComposing) return;
    for (const menu of menus()) {
      const hadFocus = menu.contains(document.activeElement);
      close(menu);
      if (hadFocus) menu.querySelector('summary')?.focus();
    }
  });
  for (const turn of ['pointerdown', 'focusin'] as const) {
    document.addEventListener(turn, ({ target }) => {
      for (const menu of menus()) if (target instanceof Node && !menu.contains(target)) close(menu);
    });
  }
}
