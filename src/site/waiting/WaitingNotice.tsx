import { type ComponentType, useEffect, useState } from 'react';
import { loadAllMessages } from '#/language/catalogue.ts';
import { currentLocale } from '#/language/current.ts';
import type { ThereNotesProps } from './ThereNotes.tsx';
import { useWaiting } from './waiting.ts';

/** Says on every page what a user has waited for and can be downloaded now. Its code comes when there is something to say. */
export function WaitingNotice() {
  const waiting = useWaiting();
  const [Notes, setNotes] = useState<ComponentType<ThereNotesProps> | null>(null);
  const there = waiting?.links.filter(({ state }) => state === 'there') ?? [];
  const hasNews = there.length > 0;
  useEffect(() => {
    if (!hasNews) return undefined;
    let isGone = false;
    void Promise.all([import('./ThereNotes.tsx'), loadAllMessages(currentLocale())]).then(
      ([{ ThereNotes }]) => isGone || setNotes(() => ThereNotes),
    );
    return () => {
      isGone = true;
    };
  }, [hasNews]);
  return waiting && Notes && hasNews ? <Notes links={there} onDismiss={waiting.forget} /> : null;
}
