import type { Format } from '#/model/media/media.ts';

/** One source of a media as a format by itself, listed or not. */
export type SourceFormat = {
  format: Format;
  /** What its entry's ids begin with: `2.` of the second in a carousel; empty where there is one. */
  prefix: string;
  /** Of sound: id of the audio track that it belongs to. */
  trackId: string | null;
  inSegments: boolean;
};

/** All that formats are made of. */
export type SourceFormats = {
  /** By format id. Sounds come best first. */
  byId: ReadonlyMap<string, SourceFormat>;
  canConvert: boolean;
};
