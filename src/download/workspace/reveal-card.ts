import { scrollBehavior } from '#/site/browser/scroll-behavior.ts';

/** By these a visitor goes elsewhere, and is not to be brought back. */
const OWN_WAYS = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const;

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
  if (top) scrollTo(top);
  return true;
}

/** A page glides for less than this. Where it has no way to go at all, nothing says that it has arrived. */
const LONGEST_GLIDE_MS = 2_000;

let following = new AbortController();

/** Scrolls to an element, and once more where what stands above it has got another height on the way, such as a field that is empty now. */
function scrollTo(element: Element): void {
  const go = () => element.scrollIntoView({ behavior: scrollBehavior(), block: 'start' });
  following.abort();
  const own = (following = new AbortController());
  const end = () => own.abort();
  const arrive = () => {
    end();
    go();
  };
  setTimeout(end, LONGEST_GLIDE_MS);
  for (const way of OWN_WAYS) addEventListener(way, end, { signal: own.signal, passive: true });
  addEventListener('scrollend', arrive, { signal: own.signal });
  go();
}
