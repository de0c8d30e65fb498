/** What the buttons of a document do, served as HTML that does nothing by itself. Returns how to undo it. */
export function enhanceDocument(article: HTMLElement): () => void {
  const undoing = new AbortController();
  const { signal } = undoing;
  for (const part of article.querySelectorAll<HTMLElement>('[data-copy]')) {
    const [source, button] = [part.querySelector<HTMLElement>('input, pre'), part.querySelector('button')];
    if (!source || !button) continue;
    button.hidden = false;
    button.addEventListener('click', () => void copy(source, button), { signal });
  }
  for (const link of article.querySelectorAll<HTMLElement>('[data-bookmarklet]')) {
    link.addEventListener('click', (event) => explain(event, link), { signal });
  }
  for (const form of article.querySelectorAll<HTMLElement>('[data-takedown]')) {
    const load = () => void import('./takedown/hydrate-forms.tsx').then(({ hydrateForms }) => hydrateForms(article));
    // Whoever reads only does not load what sends it.
    for (const name of ['focusin', 'pointerover'])
      form.addEventListener(name, load, { signal, once: true, passive: true });
    // Who was faster than the page's code.
    if (form.contains(document.activeElement)) load();
  }
  return () => undoing.abort();
}

/** From a field, or from a block of code. */
async function copy(source: HTMLElement, button: HTMLButtonElement): Promise<void> {
  const isField = source instanceof HTMLInputElement;
  try {
    await navigator.clipboard.writeText(isField ? source.value : source.textContent.trimEnd());
    button.setAttribute('aria-live', 'polite');
    button.textContent = button.dataset['copied'] ?? '';
  } catch {
    // The browser may forbid it; what is selected can be copied by the keyboard.
    source.focus();
    if (isField) source.select();
    else getSelection()?.selectAllChildren(source);
  }
}

/** It is there to be dragged. */
function explain(event: Event, link: HTMLElement): void {
  event.preventDefault();
  const hint = document.getElementById(link.getAttribute('aria-describedby') ?? '');
  if (!hint) return;
  hint.dataset['shown'] = '';
  hint.setAttribute('role', 'status');
}
