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
const REOPEN_MS = 5_000;

/**
 * Listens to what the server tells of downloads: the latest state of each at once, then each change. One stream for all of them, opened
 * anew when they change. A stream that breaks is opened again, by the browser or, where that gives up, by this.
 */
export function createProgressStream({ onProgress, onUnknown, onReconnected }: Listener): {
  follow: (ids: readonly string[]) => void;
} {
  let followed = '';
  let isBroken = false;
  let source: EventSource | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function open(ids: readonly string[]): void {
    const unheard = new Set(ids);
    const stream = new EventSource(`/api/v1/downloads/events?ids=${ids.join(',')}`);
    source = stream;
    stream.addEventListener('open', () => {
      if (isBroken) onReconnected();
      isBroken = false;
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
      if (stream.readyState === EventSource.CLOSED) timer = setTimeout(() => open(ids), REOPEN_MS);
    });
  }

  return {
    follow(downloadIds) {
      const ids = downloadIds.slice(0, MAX_IDS).toSorted();
      if (ids.join(',') === followed) return;
      followed = ids.join(',');
      clearTimeout(timer);
      source?.close();
      source = undefined;
      if (ids.length > 0) open(ids);
    },
  };
}
