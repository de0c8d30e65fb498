import { queryOptions } from '@tanstack/react-query';
import { repeated } from '#/model/http/service-retry.ts';

/** A small picture of a film, for a stretch of it: a part of a sheet. */
export type StoryboardPicture = {
  startS: number;
  endS: number;
  /** Address of the sheet, and where the picture is on it. */
  sheet: string;
  x: number;
  y: number;
  widthPx: number;
  heightPx: number;
};

const CUE =
  /^(\d{2,}):(\d{2}):(\d{2}\.\d{3}) --> (\d{2,}):(\d{2}):(\d{2}\.\d{3})\n(\S+)#xywh=(\d{1,5}),(\d{1,5}),(\d{1,4}),(\d{1,4})$/gm;

/** Pictures of a WebVTT track whose cues name parts of images, in their order. `link`: where the track is from. */
export function readStoryboard(track: string, link: string): StoryboardPicture[] {
  const base = new URL(link, location.href);
  return [...track.matchAll(CUE)].map(([, ...parts]) => {
    const [h1, m1, s1, h2, m2, s2] = parts.slice(0, 6).map(Number);
    const [x = 0, y = 0, widthPx = 0, heightPx = 0] = parts.slice(7).map(Number);
    const seconds = (hours = 0, minutes = 0, rest = 0) => hours * 3600 + minutes * 60 + rest;
    const sheet = new URL(parts[6] ?? '', base).href;
    return { startS: seconds(h1, m1, s1), endS: seconds(h2, m2, s2), sheet, x, y, widthPx, heightPx };
  });
}

/** What to show of a moment; the last one that begins before it, since films end some moments after their last picture. */
export function pictureAt(pictures: readonly StoryboardPicture[], seconds: number): StoryboardPicture | undefined {
  return pictures.findLast(({ startS }) => startS <= seconds) ?? pictures[0];
}

/** The pictures of a link, read once. */
export const storyboardQuery = (link: string) =>
  queryOptions({
    queryKey: ['storyboard', link],
    async queryFn({ signal }) {
      const response = await repeated(() => fetch(link, { signal }), { signal });
      if (!response.ok) throw new Error(`The storyboard was answered with ${response.status}`);
      return readStoryboard(await response.text(), link);
    },
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
