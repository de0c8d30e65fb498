import { type RefObject, useLayoutEffect } from 'react';
import { scrollBehavior } from '#/site/browser/scroll-behavior.ts';
import { isQueueKept, markQueue } from './queue-mark.ts';

type RoomFor = {
  /** There is a queue. */
  isShown: boolean;
  isReading: boolean;
  isTakenOver: boolean;
};

/**
 * Gives the queue the room of more than a window while a link is read, whose card may become higher or lower: nothing that follows is in view
 * then. When nothing is read any more that room is given up, and what follows comes in where it stands from then on.
 */
export function useRoom(root: RefObject<HTMLElement | null>, { isShown, isReading, isTakenOver }: RoomFor): void {
  useLayoutEffect(() => {
    const own = root.current;
    if (!isTakenOver || !own) return;
    const hadRoom = own.hasAttribute('data-room') || isQueueKept();
    const isGivenUp = !isReading && canBeGivenUp(own);
    markQueue(isShown);
    own.toggleAttribute('data-room', isReading || (hadRoom && !isGivenUp));
    if (hadRoom && isGivenUp) bringIn(followersOf(own));
  }, [root, isShown, isReading, isTakenOver]);
  useLayoutEffect(() => () => markQueue(false), []);
}

/** Not while what follows is in view, since it would jump; nor where the page would end above the window's foot, and move as a whole. */
function canBeGivenUp(root: HTMLElement): boolean {
  const end = root.parentElement?.getBoundingClientRect().bottom ?? 0;
  const needed = root.querySelector('#queue > ol')?.getBoundingClientRect().bottom ?? end;
  const { scrollHeight } = document.documentElement;
  return end >= innerHeight && scrollHeight - (end - needed) >= scrollY + innerHeight;
}

/** All that stands below the queue, the page's foot included. */
function followersOf(root: HTMLElement): Element[] {
  const behind = (one: Element | null | undefined): Element[] => {
    const next = one?.nextElementSibling;
    return next ? [next, ...behind(next)] : [];
  };
  return [root.parentElement, root.closest('main')].flatMap(behind);
}

/** What is invisible in its first frame has not moved to where it is. */
function bringIn(elements: readonly Element[]): void {
  const duration = scrollBehavior() === 'smooth' ? 160 : 1;
  for (const element of elements) element.animate({ visibility: ['hidden', 'visible'], opacity: [0, 1] }, duration);
}
