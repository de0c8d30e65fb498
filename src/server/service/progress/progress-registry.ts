import { randomUUID } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { type DownloadProgress, isRunning } from '#/model/download.ts';
import type { Failure } from '#/model/failure.ts';
import { changedKeyOf } from '#/server/store/events/api-key-events.ts';
import { idOf, progressEvent, readProgressEvent } from '#/server/store/events/download-events.ts';
import type { BegunTransfer } from '#/server/store/tables/downloads.ts';
import type { Store } from '#/server/store/store.ts';
import { readSessionEvent } from '#/server/store/events/session-events.ts';
import { commandEvent, readCommandEvent } from './command-event.ts';
import {
  createRunningTransfer,
  type RunningTransfer,
  type TransferCommand,
  type TransferStart,
} from './running-transfer.ts';
import { secondsLeft } from './speed.ts';
import type { DownloadRecords } from './download-records.ts';
import { createFollowers, type Listener } from './followers.ts';
import type { HasEnded } from './reader-check.ts';
import { type Reader, type OwnedProgress, visibleTo } from './visible-progress.ts';

/** What is known of downloads, whichever server they run on, by the ids that their pages chose. */
export type ProgressRegistry = {
  /** Follows a transfer of this process from its first byte on. It is remembered when it has an owner. */
  begin(transfer: Omit<BegunTransfer, 'owner'> & Pick<TransferStart, 'owner' | 'onHold'>): RunningTransfer;
  /** Reports a download that ended before its first byte. */
  reject(id: string, failure: Failure): void;
  /**
   * Calls with the latest state of each id that is known, and then with each change, as `visibleTo` has it; and once the reader may not
   * read any more, on whichever server that came about. Returns how to stop.
   */
  follow(ids: readonly string[], reader: Reader, listener: Listener): () => void;
  /** Pauses, resumes or cancels a transfer, on whichever server it runs. False: this owner has no such transfer. */
  sendCommand(id: string, owner: string | null, command: TransferCommand): Promise<boolean>;
  /** Whether its owner cancelled it a while ago: a browser takes the broken connection for an accident, and would resume. */
  isCancelled(id: string): boolean;
  close(): Promise<void>;
};

type Ports = {
  store: Pick<Store, 'publish' | 'onEvent' | 'onResync' | 'isEmbedded'>;
  records: DownloadRecords;
  hasEnded: HasEnded;
  now?: () => number;
};

/** How often a running transfer is noted as alive. */
const TOUCH_MS = 5_000;
/** A transfer of another server that is silent for this long is asked about. */
const SILENT_MS = 12_000;
/** How long an ended download can be told about without asking the database. */
const KEEP_ENDED_MS = 10 * 60_000;
const MAX_HEARD = 5_000;

export function createProgressRegistry({
  store,
  records,
  hasEnded,
  now = () => performance.now(),
}: Ports): ProgressRegistry {
  // What comes back of one's own is old.
  const me = randomUUID();
  const running = new Map<string, RunningTransfer>();
  const memory = { max: MAX_HEARD, ttl: KEEP_ENDED_MS, perf: { now }, ttlResolution: 0 };
  const heard = new LRUCache<string, OwnedProgress & { at: number }>(memory);
  const cancelled = new LRUCache<string, true>(memory);
  const followers = createFollowers(hasEnded);

  function tell(owned: OwnedProgress): void {
    const { id, state } = owned.progress;
    heard.set(id, { ...owned, at: now() }, { ttl: isRunning(state) ? 0 : KEEP_ENDED_MS });
    followers.tell(owned);
  }

  /** What this process measures itself goes to the other servers as well. */
  function tellAll(progress: DownloadProgress): void {
    tell({ progress, owner: running.get(progress.id)?.owner ?? null });
    if (store.isEmbedded) return;
    const { id, state, receivedBytes: received, totalBytes: total, bytesPerS: speed, failure } = progress;
    const event = progressEvent({ id, state, received, total, speed, failure });
    void store.publish([{ ...event, from: me }]);
  }

  async function lookUp(ids: readonly string[]): Promise<void> {
    const asked = ids.filter((id) => followers.has(id) && !running.has(id));
    for (const owned of await records.progressOf(asked)) if (!running.has(owned.progress.id)) tell(owned);
  }

  /** Known well enough to be told without asking. */
  function known(id: string): OwnedProgress | null {
    const own = running.get(id);
    if (own) return { progress: own.progress(), owner: own.owner };
    const owned = heard.get(id);
    if (!owned) return null;
    return isRunning(owned.progress.state) && now() - owned.at > SILENT_MS ? null : owned;
  }

  /** A guest signed in: what was the guest's is the user's. */
  function adopt({ from, to }: { from: string; to: string }): void {
    for (const transfer of running.values()) if (transfer.owner === from) transfer.owner = to;
    for (const owned of heard.values()) if (owned.owner === from) owned.owner = to;
  }

  const endings = [
    store.onEvent((event) => {
      const live = readProgressEvent(event);
      if (live && event['from'] !== me) {
        const { id, state, received: receivedBytes, total: totalBytes, speed: bytesPerS, failure } = live;
        const leftS = secondsLeft(totalBytes, receivedBytes, bytesPerS);
        const progress = { id, state, receivedBytes, totalBytes, bytesPerS, leftS, failure, file: null };
        tell({ progress, owner: null });
      }
      const changed = idOf(event, 'changed');
      if (changed !== null) {
        heard.delete(changed);
        void lookUp([changed]);
      }
      const changedKey = changedKeyOf(event);
      if (changedKey !== null) followers.hearOfKey(changedKey);
      const session = readSessionEvent(event);
      if (session) followers.hearOfSession(session);
      if (session?.type === 'adopted') adopt(session);
      const command = readCommandEvent(event);
      if (command?.command === 'cancel') cancelled.set(command.id, true);
      const own = command && running.get(command.id);
      if (own && own.owner === command.owner) own.apply(command.command);
    }),
    store.onResync(() => {
      heard.clear();
      void followers.check().then(() => lookUp(followers.ids()));
    }),
  ];
  const silenceTimer = setInterval(() => {
    void lookUp(followers.ids().filter((id) => heard.has(id) && !known(id)));
  }, TOUCH_MS);
  const touchTimer = setInterval(() => {
    if (running.size > 0) void records.touch([...running.values()].map((transfer) => transfer.progress()));
  }, TOUCH_MS);

  return {
    begin(start) {
      const transfer = createRunningTransfer(start, tellAll, now);
      running.set(start.id, transfer);
      const { owner, onHold: _, ...known } = start;
      if (owner !== null) records.begin({ ...known, owner });
      return {
        ...transfer,
        end(state, failure) {
          // A browser that resumes opens the next connection before the last is known to be gone.
          if (running.get(start.id) !== transfer) return;
          running.delete(start.id);
          transfer.end(state, failure);
          if (owner !== null) records.end(transfer.progress());
        },
      };
    },
    reject: (id, failure) =>
      tellAll({
        id,
        state: 'failed',
        receivedBytes: 0,
        totalBytes: null,
        bytesPerS: 0,
        leftS: null,
        failure,
        file: null,
      }),
    follow(ids, reader, listener) {
      const stop = followers.add(ids, reader, listener);
      for (const id of ids) {
        const owned = known(id);
        if (owned) listener.onProgress(visibleTo(reader, owned));
      }
      const unknown = ids.filter((id) => !known(id));
      if (unknown.length > 0) void lookUp(unknown);
      return stop;
    },
    async sendCommand(id, owner, command) {
      const own = running.get(id);
      if (own) {
        if (own.owner !== owner) return false;
        own.apply(command);
        if (command === 'cancel') cancelled.set(id, true);
        // The browser may come back to another server.
        if (command === 'cancel' && !store.isEmbedded) void store.publish([commandEvent({ id, owner, command })]);
        return true;
      }
      if (store.isEmbedded || !(await records.isTransferringFor(id, owner))) return false;
      return store.publish([commandEvent({ id, owner, command })]);
    },
    isCancelled: (id) => cancelled.has(id),
    async close() {
      for (const end of endings) end();
      clearInterval(silenceTimer);
      clearInterval(touchTimer);
      followers.close();
      await records.close();
    },
  };
}
