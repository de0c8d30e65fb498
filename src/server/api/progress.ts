import type { Failure } from '#/model/failure.ts';
import type { DownloadProgress } from '#/model/download.ts';

type Listener = (progress: DownloadProgress) => void;

/** What the server knows of transfers that run or ran a moment ago, by the id that their page chose. */
export type ProgressBook = {
  /** Follows one transfer from its first byte on. */
  begin(id: string, receivedBytes: number, totalBytes: number | null): Tracker;
  /** Reports a download that ended before its first byte. */
  reject(id: string, failure: Failure): void;
  /** Calls with the latest state of each id at once, and then with each change. Returns how to stop. */
  follow(ids: readonly string[], listener: Listener): () => void;
};

export type Tracker = {
  add(bytes: number): void;
  end(state: 'done' | 'cancelled' | 'failed', failure?: Failure): void;
};

/** Four frames a second read as motion and cost nothing. */
const FRAME_MS = 250;
const SPEED_WINDOW_MS = 3_000;
/** How long an ended download can still be asked about, for instance after a reload. */
const KEEP_ENDED_MS = 10 * 60_000;
const MAX_ENTRIES = 5_000;

export function createProgressBook(now: () => number = Date.now): ProgressBook {
  const latest = new Map<string, { progress: DownloadProgress; at: number }>();
  const listeners = new Map<string, Set<Listener>>();

  function publish(progress: DownloadProgress): void {
    latest.delete(progress.id);
    latest.set(progress.id, { progress, at: now() });
    for (const [id, { progress: known, at }] of latest) {
      const isOld = known.state !== 'transferring' && now() - at > KEEP_ENDED_MS;
      if (!isOld && latest.size <= MAX_ENTRIES) break;
      latest.delete(id);
    }
    for (const listener of listeners.get(progress.id) ?? []) listener(progress);
  }

  return {
    begin(id, startBytes, totalBytes) {
      let receivedBytes = startBytes;
      let lastFrame = 0;
      const samples: { at: number; bytes: number }[] = [{ at: now(), bytes: receivedBytes }];
      const frame = (state: DownloadProgress['state'], failure: Failure | null = null) => {
        const at = now();
        samples.push({ at, bytes: receivedBytes });
        while (samples.length > 2 && at - (samples[0]?.at ?? at) > SPEED_WINDOW_MS) samples.shift();
        const [first = { at, bytes: receivedBytes }] = samples;
        const bytesPerS = at > first.at ? ((receivedBytes - first.bytes) / (at - first.at)) * 1000 : 0;
        lastFrame = at;
        const leftS = totalBytes !== null && bytesPerS > 0 ? (totalBytes - receivedBytes) / bytesPerS : null;
        publish({ id, state, receivedBytes, totalBytes, bytesPerS, leftS, failure, file: null });
      };
      frame('transferring');
      return {
        add(bytes) {
          receivedBytes += bytes;
          if (now() - lastFrame >= FRAME_MS) frame('transferring');
        },
        end: (state, failure) => frame(state, failure ?? null),
      };
    },
    reject: (id, failure) =>
      publish({
        id,
        state: 'failed',
        receivedBytes: 0,
        totalBytes: null,
        bytesPerS: 0,
        leftS: null,
        failure,
        file: null,
      }),
    follow(ids, listener) {
      for (const id of ids) {
        const set = listeners.get(id) ?? new Set();
        listeners.set(id, set.add(listener));
        const known = latest.get(id);
        if (known) listener(known.progress);
      }
      return () => {
        for (const id of ids) {
          const set = listeners.get(id);
          set?.delete(listener);
          if (set?.size === 0) listeners.delete(id);
        }
      };
    },
  };
}
