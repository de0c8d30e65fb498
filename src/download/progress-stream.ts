import * as v from 'valibot';
import { DownloadProgress } from '#/model/download.ts';

let stream: { ids: string; source: EventSource } | undefined;

/** Listens to what the server tells of these downloads. One stream for all of them; it is opened anew when they change. Returns whether it was. */
export function followDownloads(
  downloadIds: readonly string[],
  onProgress: (progress: DownloadProgress) => void,
): boolean {
  const ids = downloadIds.toSorted().join(',');
  if (ids === (stream?.ids ?? '')) return false;
  stream?.source.close();
  stream = undefined;
  if (!ids) return false;
  const source = new EventSource(`/api/v1/downloads/events?ids=${ids}`);
  source.addEventListener('progress', ({ data }: MessageEvent<string>) => {
    const parsed = v.safeParse(DownloadProgress, JSON.parse(data));
    if (parsed.success) onProgress(parsed.output);
  });
  stream = { ids, source };
  return true;
}
