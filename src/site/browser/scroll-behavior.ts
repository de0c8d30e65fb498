/** How a page goes to what is to be seen: it glides, but for those who want nothing to move. */
export function scrollBehavior(): ScrollBehavior {
  return matchMedia('(prefers-reduced-motion: reduce)').matches ? 'instant' : 'smooth';
}
