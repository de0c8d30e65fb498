import type { DownloadProgress } from '#/model/download.ts';
import type { SessionEvent } from '#/server/store/events/session-events.ts';
import { ownerOfUser } from '#/server/store/tables/visitor-users.ts';
import type { HasEnded } from './reader-check.ts';
import { type OwnedProgress, type Reader, visibleTo } from './visible-progress.ts';

export type Listener = {
  onProgress(progress: DownloadProgress): void;
  /** The reader's key or session is good no more: nothing is to be told from now on. */
  onEnd(): void;
};

type Follower = Reader & { listener: Listener };

/** Who follows which downloads in this process. */
type Followers = {
  /** Returns how to stop. */
  add(ids: readonly string[], reader: Reader, listener: Listener): () => void;
  /** Ids that anybody follows. */
  ids(): string[];
  has(id: string): boolean;
  tell(owned: OwnedProgress): void;
  /** A guest signed in, a session ended, an account was changed. */
  hearOfSession(session: SessionEvent): void;
  /** A key was revoked or deleted. */
  hearOfKey(id: string): void;
  /** Asks anew about all, since events may have been missed. */
  check(): Promise<void>;
  close(): void;
};

/** For what nobody tells: keys that expire, users who are disabled at Amazon. */
const CHECK_MS = 30_000;

export function createFollowers(hasEnded: HasEnded): Followers {
  const all = new Set<Follower>();
  const byId = new Map<string, Set<Follower>>();
  let checking: Promise<void> | null = null;

  function end(isMeant: (follower: Follower) => boolean): void {
    for (const follower of all) if (isMeant(follower)) follower.listener.onEnd();
  }

  /** One after another: they may be thousands, and the database has other work. */
  async function endEnded(asked: readonly Follower[]): Promise<void> {
    for (const follower of asked) if ((await hasEnded(follower)) && all.has(follower)) follower.listener.onEnd();
  }

  const checkAll = (): Promise<void> => (checking ??= endEnded([...all]).finally(() => (checking = null)));
  const timer = setInterval(() => void checkAll(), CHECK_MS);

  return {
    add(ids, { owner, key, visitorId }, listener) {
      const follower: Follower = { owner, listener, ...(key && { key }), ...(visitorId && { visitorId }) };
      all.add(follower);
      for (const id of ids) byId.set(id, (byId.get(id) ?? new Set()).add(follower));
      // It may have ended since it was let in.
      void endEnded([follower]);
      return () => {
        all.delete(follower);
        for (const id of ids) {
          const set = byId.get(id);
          set?.delete(follower);
          if (set?.size === 0) byId.delete(id);
        }
      };
    },
    ids: () => [...byId.keys()],
    has: (id) => byId.has(id),
    tell(owned) {
      for (const follower of byId.get(owned.progress.id) ?? [])
        follower.listener.onProgress(visibleTo(follower, owned));
    },
    hearOfKey: (id) => end(({ key }) => key?.id === id),
    hearOfSession(session) {
      if (session.type === 'sessionEnded') end(({ visitorId }) => visitorId === session.visitorId);
      if (session.type === 'adopted') {
        // What a guest's pages follow, they go on to follow as the user's, as long as that session lasts.
        for (const follower of all)
          if (follower.owner === session.from)
            Object.assign(follower, { owner: session.to, visitorId: session.visitorId });
      }
      if (session.type === 'accountChanged') {
        const isOf = ({ owner, key }: Follower) =>
          owner === ownerOfUser(session.userId) || key?.userId === session.userId;
        // Who knew how the account was hears of it now, too, and has forgotten it then.
        queueMicrotask(() => void endEnded([...all].filter(isOf)));
      }
    },
    async check() {
      await checking;
      await checkAll();
    },
    close: () => clearInterval(timer),
  };
}
