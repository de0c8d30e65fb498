import { damaged } from '../transfer-error.ts';

/** Bytes of a resource, from `offset` on. */
export type ByteRange = { offset: number; length: number };

/** AES-128-CBC over a whole segment, as RFC 8216 §4.3.2.4 has it. The key's 16 bytes are at `url`; `iv` has 16 bytes. */
export type SegmentKey = { url: string; iv: Uint8Array };

export type Segment = {
  url: string;
  /** Null: the whole resource. */
  range: ByteRange | null;
  durationS: number;
  key: SegmentKey | null;
};

/** What a decoder needs before the first segment. */
export type InitSegment = { url: string; range: ByteRange | null; key: SegmentKey | null };

/** Told by the addresses and types of a list; the first bytes prove it. */
export type SegmentContainer = 'ts' | 'fmp4' | 'aac' | 'webm';

/** One track, or one muxed stream, as a list of segments in their order. There is at least one. */
export type Rendition = {
  container: SegmentContainer;
  init: InitSegment | null;
  segments: Segment[];
  /** Sum of the segments' durations; 0 when the list does not tell. */
  durationS: number;
  /** The readers of this folder refuse what is live, so theirs are not. */
  isLive: boolean;
  /** Places between segments where timestamps or codings may start anew. */
  discontinuities: number;
};

/** More than eleven hours of two-second segments. */
export const MAX_SEGMENTS = 20_000;

/** A list with MAX_SEGMENTS long signed addresses is smaller. */
export const MAX_PLAYLIST_LENGTH = 16 * 1024 * 1024;

/** Fifteen digits: a petabyte, and no number that loses its last digits. */
const BYTE_COUNT = /^\d{1,15}$/;

/** A range from decimal texts. Throws TransferError where it is none or empty. */
export function byteRange(length: string, offset: string | number): ByteRange {
  if (!BYTE_COUNT.test(length) || !BYTE_COUNT.test(`${offset}`)) throw damaged('byte range');
  const range = { offset: Number(offset), length: Number(length) };
  if (range.length === 0 || !Number.isSafeInteger(range.offset + range.length)) throw damaged('byte range');
  return range;
}

export function sameInit(one: InitSegment | null, other: InitSegment | null): boolean {
  if (!one || !other) return one === other;
  return (
    one.url === other.url && one.range?.offset === other.range?.offset && one.range?.length === other.range?.length
  );
}

const CONTAINERS = new Map<string, SegmentContainer>([
  ['ts', 'ts'],
  ['aac', 'aac'],
  ['webm', 'webm'],
  ['mp4', 'fmp4'],
  ['m4s', 'fmp4'],
  ['m4v', 'fmp4'],
  ['m4a', 'fmp4'],
  ['m4f', 'fmp4'],
  ['cmfv', 'fmp4'],
  ['cmfa', 'fmp4'],
]);

/** What the name at the end of an address says, if it says something. */
export function containerOf(url: string): SegmentContainer | undefined {
  const { pathname } = new URL(url);
  return CONTAINERS.get(pathname.slice(pathname.lastIndexOf('.') + 1).toLowerCase());
}

/** A number above zero, if it is one. */
export function positiveNumber(text: string | undefined): number | null {
  return text && /^\d{1,12}(?:\.\d{1,9})?$/.test(text) && Number(text) > 0 ? Number(text) : null;
}

/** The names in a list of codecs, as both kinds of playlists have it (RFC 6381 §3.2). */
export function readCodecs(text = ''): string[] {
  return text.split(',').flatMap((codec) => codec.trim() || []);
}
