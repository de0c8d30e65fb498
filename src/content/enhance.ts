/** What the buttons of a document do, served as HTML that does nothing by itself. Returns how to undo it. */
export function enhance(article: HTMLElement): () => void {
  const undoing = new AbortController();
  const { signal } = undoing;
  for (const part of article.querySelectorAll<HTMLElement>('[data-copy]')) {
    const [field, button] = [part.querySelector('input'), part.querySelector('button')];
    if (!field || !button) continue;
    button.hidden = false;
    button.addEventListener('click', () => void copy(field, button), { signal });
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

async function copy(field: HTMLInputElement, button: HTMLButtonElement): Promise<void> {
  field.select();
  try {
    await navigator.clipboard.writeText(field.value);
    button.setAttribute('aria-live', 'polite');
    button.textContent = button.dataset['copied'] ?? '';
  } catch {
    // The browser may forbid it; what is selected can be copied by the keyboard.
    field.focus();
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
