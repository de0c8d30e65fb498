import type { Failure } from '#/model/failure.ts';
import { platformOfHost } from '#/model/platform.ts';
import type { Telemetry } from '#/server/observability/telemetry.ts';

/** One request for a file on its way, for statistics. */
type DownloadWatch = {
  add(bytes: number): void;
  /** It ended: well, at the file's end or before it, or by a failure. What follows has no effect. */
  end(how: 'whole' | 'part' | Failure['code']): void;
};

/** Counts a file that is saved, once its last byte is handed over, and the bytes of whatever is read. */
export function watchDownload(
  { count, transferBegan }: Pick<Telemetry, 'count' | 'transferBegan'>,
  { canonicalUrl, isShown }: { canonicalUrl: string; isShown: boolean },
): DownloadWatch {
  const platform = platformOfHost(new URL(canonicalUrl).hostname) ?? 'none';
  const ended = transferBegan();
  let bytes = 0;
  let isOver = false;
  return {
    add: (added) => void (bytes += added),
    end(how) {
      if (isOver) return;
      isOver = true;
      ended();
      // A part of a file, and what a player reads, are no downloads; their bytes count.
      const isCounted = how === 'whole' ? !isShown : how !== 'part' && !(isShown && how === 'cancelled');
      const outcome = how === 'whole' || how === 'part' ? 'ok' : how;
      count({ platform, kind: 'download', outcome, count: isCounted ? 1 : 0, bytes });
    },
  };
}
