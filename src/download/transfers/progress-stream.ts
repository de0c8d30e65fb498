import * as v from 'valibot';
import { DownloadProgress } from '#/model/download.ts';
import { UNKNOWN_AFTER_MS } from './transfer-state.ts';

type Listener = {
  onProgress: (progress: DownloadProgress) => void;
  /** The server is there, and has said nothing of this download for 15 s. */
  onUnknown: (downloadId: string) => void;
  /** The server was away, and is there again. */
  onReconnected: () => void;
};

/** As many as the server takes; more than can run at once. */
const MAX_IDS = 60;
/** How long after a refusal it is asked again: twice as long each time, up to a minute. */
const REOPEN_MS = 5_000;
const REOPEN_MOST_MS = 60_000;

/**
 * Listens to what the server tells of downloads: the latest state of each at once, then each change. One stream for all of them, opened
 * anew when they change. A stream that breaks is opened again, by the browser or, where that gives up, by this. So is one that the server
 * ends with a session: what it tells from then on is what it tells anybody.
 */
export function createProgressStream({ onProgress, onUnknown, onReconnected }: Listener): {
  follow: (ids: readonly string[]) => void;
} {
  let followed = '';
  let isBroken = false;
  let reopenMs = REOPEN_MS;
  let source: EventSource | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function open(ids: readonly string[]): void {
    const unheard = new Set(ids);
    const stream = new EventSource(`/api/v1/downloads/events?ids=${ids.join(',')}`);
    source = stream;
    stream.addEventListener('open', () => {
      if (isBroken) onReconnected();
      isBroken = false;
      reopenMs = REOPEN_MS;
      for (const id of ids) unheard.add(id);
      clearTimeout(timer);
      timer = setTimeout(() => unheard.forEach(onUnknown), UNKNOWN_AFTER_MS);
    });
    stream.addEventListener('progress', ({ data }: MessageEvent<string>) => {
      const parsed = v.safeParse(DownloadProgress, JSON.parse(data));
      if (!parsed.success) return;
      unheard.delete(parsed.output.id);
      onProgress(parsed.output);
    });
    stream.addEventListener('error', () => {
      isBroken = true;
      clearTimeout(timer);
      // A server that answers anything but events, such as a proxy's error page, is not asked again by the browser.
      if (stream.readyState !== EventSource.CLOSED) return;
      timer = setTimeout(() => open(ids), reopenMs);
      reopenMs = Math.min(reopenMs * 2, REOPEN_MOST_MS);
    });
  }

  return {
    follow(downloadIds) {
      const ids = downloadIds.slice(0, MAX_IDS).toSorted();
      if (ids.join(',') === followed) return;
      followed = ids.join(',');
      reopenMs = REOPEN_MS;
      clearTimeout(timer);
      source?.close();
      source = undefined;
      if (ids.length > 0) open(ids);
    },
  };
}
