/** Brings an entry of a list to the top of what is seen of it. */
export function reveal(entries: HTMLElement | null, place: number): void {
  const entry = entries?.children[place];
  if (entries && entry instanceof HTMLElement) entries.scrollTop = entry.offsetTop - entries.offsetTop;
}

/** Keeps the focus where what had it is gone with a page that came: at the first entry of that. */
export function focusAt(entries: HTMLElement | null, place: number): void {
  const button = document.activeElement;
  requestAnimationFrame(() => {
    if (button === document.body || button?.isConnected) return;
    entries?.children[place]?.querySelector('input')?.focus();
  });
}
