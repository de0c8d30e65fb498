import { useSyncExternalStore } from 'react';
import { createEmitter } from '#/model/emitter.ts';
import { announceSignIn, isSessionKey, seemsSignedIn } from './bearer.ts';
import type { SignedInUser } from '../identity-client.ts';

/** Whether somebody is signed in here (docs/specification.md 4.36): `configuring` until that is known. */
type Session =
  | { status: 'configuring' }
  | { status: 'unauthenticated' }
  | { status: 'authenticated'; user: SignedInUser };

const CONFIGURING: Session = { status: 'configuring' };
const UNAUTHENTICATED: Session = { status: 'unauthenticated' };

const changes = createEmitter();
let current: Session | undefined;

/** Tells all who watch that somebody is signed in, or nobody. */
export function publishSession(user: SignedInUser | null): void {
  const next: Session = user ? { status: 'authenticated', user } : UNAUTHENTICATED;
  if (JSON.stringify(next) === JSON.stringify(current)) return;
  current = next;
  announceSignIn();
  changes.emit();
}

/** Who is signed in, as far as is known now. */
export function currentSession(): Session {
  return (current ??= seemsSignedIn() ? CONFIGURING : UNAUTHENTICATED);
}

/** Calls `listener` whenever the session changes, here or in another tab. Returns how to stop. */
export function watchSession(listener: () => void): () => void {
  if (changes.count() === 0) addEventListener('storage', hearOtherTabs);
  const end = changes.on(listener);
  if (currentSession().status === 'configuring') void askAgain();
  return () => {
    end();
    if (changes.count() === 0) removeEventListener('storage', hearOtherTabs);
  };
}

export function useSession(): Session {
  return useSyncExternalStore(watchSession, currentSession, () => CONFIGURING);
}

function hearOtherTabs({ key }: StorageEvent): void {
  if (isSessionKey(key)) void askAgain();
}

/** Who seems to be signed in is looked up; who does not, is not. */
async function askAgain(): Promise<void> {
  if (!seemsSignedIn()) return publishSession(null);
  const { loadAccounts } = await import('../load-accounts.ts');
  const accounts = await loadAccounts();
  const user = accounts.ok ? await accounts.value.client.currentUser() : null;
  publishSession(user?.ok ? user.value : null);
}
