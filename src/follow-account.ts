import { seemsSignedIn } from '#/account/session/bearer.ts';
import { getPreferences } from '#/account/preferences.functions.ts';
import { followWaiting } from '#/account/session/follow-waiting.ts';
import { preferenceChanges, queueChanges, wantedAgain } from '#/account/account-events.ts';
import { listQueueEntries, putQueueEntries, removeQueueEntries } from '#/account/queue.functions.ts';
import { currentSession, watchSession } from '#/account/session/session.ts';
import { showInitial } from '#/account/session/show-initial.ts';
import { joinSite, leaveSite } from '#/account/session/site-session.ts';
import { applyPreferences } from '#/download/choices/apply-preferences.ts';
import { downloadAgain } from '#/download/queue/download-again.ts';
import { followQueue } from '#/download/queue/follow-queue.ts';
import type { QueueSnapshot } from '#/model/account.ts';
import type { Result } from '#/model/failure.ts';

/**
 * Does for this browser what comes with signing in and out: its downloads are the user's, the queue follows, and so do preferences. Loaded
 * only where somebody is signed in, or was until lately.
 */
export function followAccount(): void {
  let told: string | null | undefined;
  const setUser = followQueue({
    list: () => announced(listQueueEntries()),
    put: (data) => announced(putQueueEntries({ data })),
    remove: (ids) => announced(removeQueueEntries({ data: { ids: [...ids] } })),
  });

  const setWaiting = followWaiting();
  showInitial();
  const tell = async (): Promise<void> => {
    const userId = currentUserId();
    if (userId === undefined || userId === told) return;
    told = userId;
    const isDone = await (userId === null ? leaveSite({ isGlobal: false }) : arrive(userId));
    if (currentUserId() !== userId) return;
    setUser(userId);
    setWaiting(userId);
    // The next change of the session tries again; the server counts the browser as a guest's until then.
    if (!isDone) told = undefined;
  };
  wantedAgain.on((wanted) => downloadAgain(wanted));
  preferenceChanges.on((preferences) => applyPreferences(preferences));
  watchSession(() => void tell());
  addEventListener('focus', () => void tell());
  void tell();
}

async function announced(answer: Promise<Result<QueueSnapshot>>): Promise<Result<QueueSnapshot>> {
  const told = await answer;
  if (told.ok) queueChanges.emit(told.value);
  return told;
}

/** null: nobody is signed in; undefined: that cannot be known yet, or not now. */
function currentUserId(): string | null | undefined {
  const session = currentSession();
  if (session.status === 'authenticated') return session.user.id;
  return session.status === 'unauthenticated' && !seemsSignedIn() ? null : undefined;
}

async function arrive(userId: string): Promise<boolean> {
  const isJoined = await joinSite(userId);
  const saved = await getPreferences().catch(() => null);
  if (saved?.ok && saved.value) applyPreferences(saved.value);
  return isJoined;
}
