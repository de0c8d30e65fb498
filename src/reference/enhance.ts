import { writeClipboard } from '#/site/browser/clipboard.ts';

/**
 * What the reference does beyond its HTML: examples are copied, the filter hides what does not match, and an address with a fragment opens
 * what it leads to, where the browser does not do that by itself. Hears what is put into `root` later, too. Returns how to undo it.
 */
export function enhanceReference(root: HTMLElement): () => void {
  const undoing = new AbortController();
  const { signal } = undoing;
  const dress = () => {
    for (const button of root.querySelectorAll<HTMLButtonElement>('[data-copy-code][hidden]')) button.hidden = false;
    filter(root);
  };
  // After a step to another language everything is there anew.
  const watch = new MutationObserver(dress);
  watch.observe(root, { childList: true, subtree: true });
  root.addEventListener('click', (event) => copy(event.target), { signal });
  root.addEventListener('input', ({ target }) => isFilter(target) && find(root, target), { signal });
  addEventListener('hashchange', () => open(root), { signal });
  dress();
  open(root);
  return () => {
    watch.disconnect();
    undoing.abort();
  };
}

function isFilter(target: EventTarget | null): target is HTMLInputElement {
  return target instanceof HTMLInputElement && target.dataset['filter'] !== undefined;
}

/** What matches is to be seen, also in an index that was folded. */
function find(root: HTMLElement, field: HTMLInputElement): void {
  const index = field.closest('nav')?.querySelector('details');
  if (index) index.open = true;
  filter(root);
}

function filter(root: HTMLElement): void {
  const words = root.querySelector<HTMLInputElement>('[data-filter]')?.value.trim().toLowerCase() ?? '';
  const found = [...root.querySelectorAll<HTMLElement>('[data-find]')];
  for (const element of found) {
    const isHidden = !(element.dataset['find'] ?? '').toLowerCase().includes(words);
    if (element.hidden !== isHidden) element.hidden = isHidden;
  }
  const none = root.querySelector<HTMLElement>('[data-filter-none]');
  const isNone = found.length > 0 && found.every(({ hidden }) => hidden);
  if (none && none.hidden === isNone) none.hidden = !isNone;
}

async function copy(target: EventTarget | null): Promise<void> {
  const button = target instanceof Element ? target.closest<HTMLButtonElement>('[data-copy-code]') : null;
  const code = button?.closest('figure')?.querySelector('code')?.textContent;
  if (!button || !code || !(await writeClipboard(code))) return;
  button.setAttribute('aria-live', 'polite');
  button.textContent = button.dataset['copied'] ?? '';
}

function open(root: HTMLElement): void {
  const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  const folded = target && root.contains(target) ? target.closest('details:not([open])') : null;
  if (!(folded instanceof HTMLDetailsElement)) return;
  folded.open = true;
  target?.scrollIntoView();
}
