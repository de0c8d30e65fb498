import type { DownloadProgress } from '#/model/download.ts';

/** Names the download that the so-manieth client follows. */
export function downloadId(n: number): string {
  return `00000000-0000-4000-8000-${n.toString(16).padStart(12, '0')}`;
}

/** Microseconds of the wall clock, the same for all processes. Sent as the number of bytes received. */
export function nowUs(): number {
  return Math.round((performance.timeOrigin + performance.now()) * 1000);
}

/** A frame as src/server/http/events/events.ts sends it. */
export function frameOf(progress: DownloadProgress): string {
  return `event: progress\ndata: ${JSON.stringify(progress)}\n\n`;
}
