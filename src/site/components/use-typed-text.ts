import { useState } from 'react';

type TypedText = { text: string; type: (text: string) => void; noteWanted: (wanted: string) => void };

/**
 * The text of a field that looks for something a moment after it was typed; the address then has what is wanted. What is typed stays as it
 * is until something else is wanted from outside, as by a link or the way back. `read`: how what is wanted stands in the field. `noteWanted`:
 * the field is about to want this, which is no news to it when it comes, though more may be typed by then.
 */
export function useTypedText(wanted: string, read: (wanted: string) => string = (text) => text): TypedText {
  const [known, setKnown] = useState<{ wanted: string; own: string | null }>({ wanted, own: null });
  const [text, type] = useState(() => read(wanted));
  if (known.wanted !== wanted) {
    setKnown({ wanted, own: null });
    if (known.own !== wanted) type(read(wanted));
  }
  const noteWanted = (own: string) => setKnown((before) => ({ ...before, own: own.trim() }));
  return { text, type, noteWanted };
}
