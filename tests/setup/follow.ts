import { get } from 'node:http';
import type { DownloadProgress } from '#/model/download.ts';

/** What the events of downloads tell, as a page hears it: links to files by the cookie (or key) of whose they are alone. */
export type Followed = { seen: DownloadProgress[]; latest: () => DownloadProgress | undefined; close: () => void };

export function follow(origin: string, id: string, headers: Record<string, string> = {}): Followed {
  const seen: DownloadProgress[] = [];
  let text = '';
  const request = get(`${origin}/api/v1/downloads/events?ids=${id}`, { headers }, (response) => {
    response.setEncoding('utf8').on('data', (chunk: string) => {
      const frames = (text + chunk).split('\n\n');
      text = frames.pop() ?? '';
      for (const frame of frames) {
        const [, json] = /^data: (.+)$/m.exec(frame) ?? [];
        if (json) seen.push(JSON.parse(json));
      }
    });
    response.on('error', () => {});
  });
  request.on('error', () => {});
  return { seen, latest: () => seen.at(-1), close: () => void request.destroy() };
}
