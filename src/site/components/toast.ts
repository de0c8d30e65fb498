import { createElement } from 'react';
import { createRoot } from 'react-dom/client';
import { createEmitter } from '#/model/emitter.ts';
import { type ShownToast, type Toast, Toaster } from './Toaster.tsx';

const changes = createEmitter();
let current: ShownToast | null = null;
let made = 0;

/** Says something at the lower edge of the page for a while, aloud as well. It takes the place of what was said before. */
export function showToast(toast: Toast): void {
  if (made === 0) {
    createRoot(document.body.appendChild(document.createElement('div'))).render(
      createElement(Toaster, { subscribe: changes.on, current: () => current, onEnd: () => set(null) }),
    );
  }
  made += 1;
  const number = made;
  const place = topmost();
  set({ toast, number, place });
  // What it was said in may be gone before it is.
  place.addEventListener('close', () => current?.number === number && set({ ...current, place: topmost() }));
}

function set(shown: ShownToast | null): void {
  current = shown;
  changes.emit();
}

/** The page; or what lies above it, since nothing else can be reached then. */
function topmost(): HTMLElement {
  return [...document.querySelectorAll<HTMLElement>('dialog[open]')].at(-1) ?? document.body;
}
