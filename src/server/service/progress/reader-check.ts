import type { Sessions } from '../accounts/sessions.ts';
import type { KeyRing } from '../keys/key-ring.ts';
import type { Reader } from './visible-progress.ts';

/** Whether it is known that what a reader came by, its key or its session, is good no more. While nobody can tell, it is not known. */
export type HasEnded = (reader: Reader) => Promise<boolean>;

type Ports = { sessions: Pick<Sessions, 'hasEnded'>; keyRing: Pick<KeyRing, 'findById'> };

export function createReaderCheck({ sessions, keyRing }: Ports): HasEnded {
  return async ({ key, visitorId = null }) => {
    if (!key) return sessions.hasEnded(visitorId);
    const found = await keyRing.findById(key.id);
    return !found.ok && found.failure.code === 'unauthorized';
  };
}
