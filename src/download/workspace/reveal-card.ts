import { scrollBehavior } from '#/site/browser/scroll-behavior.ts';

/**
 * Brings the card of the first of these links to the top of what is in view, and the focus to it: what was asked for is answered where the
 * visitor looks. Of rows it is what stands above them, with the button for all. The toolbar's height is the page's `scroll-padding`.
 * @returns whether that card is there
 */
export function revealCard(root: ParentNode | null, links: readonly { link: string }[]): boolean {
  const [first] = links;
  const entries = [...(root?.querySelectorAll<HTMLElement>('#queue > ol > li') ?? [])];
  const card = entries.find(({ dataset }) => dataset['link'] === first?.link)?.querySelector<HTMLElement>('article');
  if (!card) return false;
  card.focus({ preventScroll: true });
  // The card itself is on its way to its place.
  const top = 'card' in card.dataset ? card.parentElement : root?.querySelector('#queue > header');
  top?.scrollIntoView({ behavior: scrollBehavior(), block: 'start' });
  return true;
}
