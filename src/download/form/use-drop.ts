import { useEffect, useEffectEvent, useState } from 'react';
import { mayHoldLinks, readDropped } from './dropped.ts';

/** Takes links that are dropped anywhere on the page. Whether some are held over it. What is dragged within the page is left alone. */
export function useDrop(onText: (text: string) => void): boolean {
  const [isOver, setOver] = useState(false);
  const take = useEffectEvent(onText);
  useEffect(() => {
    let isOurs = false;
    const listening = new AbortController();
    const { signal } = listening;
    const over = (event: DragEvent) => {
      if (isOurs || !event.dataTransfer || !mayHoldLinks(event.dataTransfer)) return;
      event.preventDefault();
      event.dataTransfer.dropEffect = 'copy';
      setOver(true);
    };
    document.addEventListener('dragstart', () => void (isOurs = true), { signal });
    document.addEventListener('dragend', () => void (isOurs = false), { signal });
    document.addEventListener('dragenter', over, { signal });
    document.addEventListener('dragover', over, { signal });
    document.addEventListener('dragleave', ({ relatedTarget }) => relatedTarget === null && setOver(false), { signal });
    document.addEventListener(
      'drop',
      (event) => {
        setOver(false);
        if (isOurs || !event.dataTransfer || !mayHoldLinks(event.dataTransfer)) return;
        // Otherwise the browser would leave this page for the link.
        event.preventDefault();
        void readDropped(event.dataTransfer).then(take);
      },
      { signal },
    );
    return () => listening.abort();
  }, []);
  return isOver;
}
