import { useEffect } from 'react';

const takenOver = Promise.withResolvers<void>();
let isTakenOver = false;
/** Parts of it that React is taking over, each until it is through. */
const underWay = new Set<Promise<void>>();
/** The page says what its address says, whatever becomes of a part. */
const PART_MAX_MS = 10_000;

/** Of whatever may be the page that was served: says that React has taken it over. */
export function usePageTakenOver(): void {
  useEffect(() => {
    isTakenOver = true;
    takenOver.resolve();
  }, []);
}

/** Makes a step to another page or language, at once or when React has the one that was served: before, it would throw away and make anew. */
export function oncePageTakenOver(step: () => Promise<void> | void): Promise<void> | void {
  return isTakenOver ? step() : takenOver.promise.then(step);
}

/**
 * Of a part that React takes over when its code has come: from then on until it is said to be through, the page's language stays what it is.
 * React works in slices, and would find other words in the later ones than were served. `isMeant`, asked then: whether it takes it over at all.
 */
export function takeOverPart(code: Promise<unknown>, isMeant: () => boolean): () => void {
  const part = Promise.withResolvers<void>();
  let isThrough = false;
  void code.then(() => {
    if (!isThrough && isMeant()) underWay.add(part.promise);
  });
  return () => {
    isThrough = true;
    underWay.delete(part.promise);
    part.resolve();
  };
}

/** Resolves when no part is under way. */
export async function partsTakenOver(): Promise<void> {
  if (underWay.size === 0) return;
  const late = Promise.withResolvers<void>();
  const timer = setTimeout(late.resolve, PART_MAX_MS);
  await Promise.race([Promise.all(underWay), late.promise]);
  clearTimeout(timer);
}
