import { useEffect, useEffectEvent } from 'react';
import { isPlainClick } from '#/site/browser/plain-click.ts';

/** The link that this click wants in the field, of a link of the page with `data-example`; null: it means something else, or another tab. */
export function exampleOf(event: MouseEvent): string | null {
  const { target, button } = event;
  if (button !== 0 || !isPlainClick(event) || !(target instanceof Element)) return null;
  return target.closest<HTMLElement>('a[data-example]')?.dataset['example'] ?? null;
}

/**
 * Has the filled form in view, ready to be sent: where the focus went into the field, a phone's keyboard would cover what it is about. The
 * toolbar's height is the page's `scroll-padding`.
 */
export function showFilled(form: HTMLFormElement | null | undefined): void {
  form?.querySelector<HTMLElement>('[type="submit"]')?.focus({ preventScroll: true });
  form?.scrollIntoView({ block: 'nearest' });
}

/** Takes the example that the page offers, wherever on it that stands. */
export function useExample(onLink: (link: string) => void): void {
  const take = useEffectEvent(onLink);
  useEffect(() => {
    const listener = (event: MouseEvent) => {
      const link = exampleOf(event);
      if (link === null) return;
      event.preventDefault();
      take(link);
    };
    document.addEventListener('click', listener);
    return () => document.removeEventListener('click', listener);
  }, []);
}
