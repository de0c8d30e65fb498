import type { ThumbnailWidth } from '#/model/media/thumbnail.ts';
import { withQuery } from './link-query.ts';

/** As many as one thumbnail of a page can need: from a telephone's width at one point a pixel to that at three. */
const CARD_WIDTHS: readonly ThumbnailWidth[] = [320, 480, 640, 960];

type Source = { src: string; srcSet: string };

/** A thumbnail whose width the browser chooses; its `sizes` tell it what for. */
export function thumbnailSource(link: string): Source {
  return {
    src: atWidth(link, 320),
    srcSet: CARD_WIDTHS.map((width) => `${atWidth(link, width)} ${width}w`).join(', '),
  };
}

/** One in a list, of 80 points at most. */
export function smallThumbnailSource(link: string): Source {
  return { src: atWidth(link, 80), srcSet: `${atWidth(link, 80)} 1x, ${atWidth(link, 160)} 2x` };
}

/** What stands in a player's place before it plays. */
export function posterSource(link: string): string {
  return atWidth(link, 960);
}

function atWidth(link: string, width: ThumbnailWidth): string {
  return withQuery(link, { w: String(width) });
}
