import { useEffect } from 'react';

const takenOver = Promise.withResolvers<void>();
let isTakenOver = false;

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
