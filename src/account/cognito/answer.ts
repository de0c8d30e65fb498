import type { Answer } from '../identity-client.ts';
import { type RemoteErrorCode, toRemoteError } from '../remote-error.ts';

/** Calls the identity service; what it refuses becomes a value. */
export async function answer<T>(call: () => Promise<T>): Promise<Answer<T>> {
  try {
    return { ok: true, value: await call() };
  } catch (error) {
    return { ok: false, error: toRemoteError(error) };
  }
}

/** For calls whose answer says nothing more than that it worked. */
export function done(call: () => Promise<unknown>): Promise<Answer<null>> {
  return answer(async () => {
    await call();
    return null;
  });
}

/** The same answer, of which some refusals mean something else than they do elsewhere. */
export async function retold<T>(
  answered: Promise<Answer<T>>,
  meanings: Partial<Record<RemoteErrorCode, RemoteErrorCode>>,
): Promise<Answer<T>> {
  const told = await answered;
  if (told.ok) return told;
  return { ok: false, error: { ...told.error, code: meanings[told.error.code] ?? told.error.code } };
}
