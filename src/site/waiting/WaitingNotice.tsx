import { type ComponentType, useEffect, useState } from 'react';
import { loadAllMessages } from '#/language/catalogue.ts';
import { currentLocale } from '#/language/current.ts';
import type { ReadyNotesProps } from './ReadyNotes.tsx';
import { useWaiting } from './waiting.ts';

/** Says on every page what a user has waited for and can be downloaded now. Its code comes when there is something to say. */
export function WaitingNotice() {
  const waiting = useWaiting();
  const [Notes, setNotes] = useState<ComponentType<ReadyNotesProps> | null>(null);
  const ready = waiting?.links.filter(({ state }) => state === 'there') ?? [];
  const hasReady = ready.length > 0;
  useEffect(() => {
    if (!hasReady) return undefined;
    let isGone = false;
    void Promise.all([import('./ReadyNotes.tsx'), loadAllMessages(currentLocale())]).then(
      ([{ ReadyNotes }]) => isGone || setNotes(() => ReadyNotes),
    );
    return () => {
      isGone = true;
    };
  }, [hasReady]);
  return waiting && Notes && hasReady ? <Notes links={ready} onDismiss={waiting.forget} /> : null;
}
