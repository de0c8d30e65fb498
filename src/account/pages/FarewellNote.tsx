import { useLocation } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { loadTexts } from './texts.ts';

declare module '@tanstack/history' {
  interface HistoryState {
    /** Says goodbye to somebody who came from deleting their account. */
    isAccountDeleted?: boolean;
  }
}

const Farewell = lazy(async () => {
  const [note] = await Promise.all([import('./Farewell.tsx'), loadTexts()]);
  return { default: note.Farewell };
});

/** The note about a deleted account, where the way here was that; else nothing. */
export function FarewellNote() {
  const isDeleted = useLocation({ select: ({ state }) => state.isAccountDeleted === true });
  return isDeleted ? (
    <Suspense>
      <Farewell />
    </Suspense>
  ) : null;
}
