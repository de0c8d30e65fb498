/** Widths in pixels that a thumbnail's link gives (`?w=`). Fixed, so that what is kept and what must be made stays little. */
export const THUMBNAIL_WIDTHS = [80, 160, 320, 480, 640, 960, 1280] as const;
export type ThumbnailWidth = (typeof THUMBNAIL_WIDTHS)[number];
