import { createIsomorphicFn } from '@tanstack/react-start';

/** By this key Amplify remembers, for each client id, who signed in last. */
const LAST_USER = /^CognitoIdentityServiceProvider\.[^.]+\.LastAuthUser$/;

/** Whether a change of the browser's storage tells of a sign-in or sign-out in another tab; null: everything was cleared. */
export function isSessionKey(key: string | null): boolean {
  return key === null || LAST_USER.test(key);
}

/** Whether somebody seems to be signed in, or on their way back from a provider. Costs nothing, and is only a hint. */
export function seemsSignedIn(): boolean {
  try {
    return Object.keys(localStorage).some(isSessionKey) || /[?&]code=.*&state=/.test(location.search);
  } catch (error) {
    if (error instanceof DOMException) return false;
    throw error;
  }
}

let onSignedIn: (() => void) | undefined;

/** Calls once, as soon as somebody seems to be signed in: now, or by this tab or another. */
export function onceSignedIn(listener: () => void): void {
  if (seemsSignedIn()) return listener();
  onSignedIn = listener;
  addEventListener('storage', ({ key }) => isSessionKey(key) && announceSignIn());
}

/** Tells whoever waits for it that somebody may be signed in. */
export function announceSignIn(): void {
  if (!seemsSignedIn()) return;
  onSignedIn?.();
  onSignedIn = undefined;
}

/** The id token to send with a call; null: nobody is signed in. Who is not, downloads nothing for it. */
export const bearer = createIsomorphicFn()
  .server((): Promise<string | null> | null => null)
  .client(async (): Promise<string | null> => {
    if (!seemsSignedIn()) return null;
    const { idToken } = await import('../load-accounts.ts');
    return idToken();
  });
