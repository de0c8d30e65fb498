import { useState } from 'react';
import { readClip } from './clip.ts';
import { formatClock } from './clock.ts';

/**
 * The two ends of a clip as they are typed, and what they mean. `from`: where it begins unless something else is typed. `onClip` is told
 * with each change whether there is one: whoever only wants to know that is not rendered for each letter.
 */
export function useClip(durationS: number | null, from: number | null, onClip: (hasClip: boolean) => void) {
  const [texts, setTexts] = useState({ start: from ? formatClock(from) : '', end: '' });
  const change = (own: Partial<typeof texts>) => {
    const next = { ...texts, ...own };
    setTexts(next);
    onClip(readClip(next.start, next.end, durationS).clip !== null);
  };
  return {
    texts,
    setStart: (start: string) => change({ start }),
    setEnd: (end: string) => change({ end }),
    ...readClip(texts.start, texts.end, durationS),
  };
}
