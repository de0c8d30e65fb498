import { damaged, TransferError } from '../transfer-error.ts';
import { createAddressResolver, type ResolveAddress } from './addresses.ts';
import { initializationVector, readAttributes, readExtinf, readInteger } from './hls-tags.ts';
import {
  type ByteRange,
  byteRange,
  containerOf,
  type InitSegment,
  MAX_SEGMENTS,
  type Rendition,
  sameInit,
  type Segment,
  type SegmentKey,
} from './playlist.ts';

/** A key without an IV takes the number of each segment for it. */
type Key = { url: string; iv: Uint8Array | null };

type Reading = {
  readonly base: string;
  readonly resolve: ResolveAddress;
  readonly segments: Segment[];
  firstNumber: bigint;
  /** Of the next segment, gaps counted. */
  place: number;
  isEnded: boolean;
  discontinuities: number;
  /** Whether a discontinuity stands before the next segment. */
  startsAnew: boolean;
  /** What holds for all segments from here on. */
  key: Key | null;
  init: InitSegment | null;
  /** What the next address belongs to. */
  durationS: number | null;
  range: string | null;
  isGap: boolean;
  /** Of the first segment. */
  firstInit: InitSegment | null;
  /** The segment before, where the next range begins if it does not say. */
  before: { url: string; end: number } | null;
};

/** Takes the lines of a media playlist in their order, and makes a rendition of them. All throw TransferError. */
type SegmentCollector = {
  takeTag(tag: string, value: string): void;
  takeAddress(reference: string): void;
  finish(): Rendition;
};

/** `base` is the address of the playlist. What is thrown for what: readMediaPlaylist of hls.ts. */
export function createSegmentCollector(base: string): SegmentCollector {
  const reading: Reading = {
    base,
    resolve: createAddressResolver(),
    segments: [],
    firstNumber: 0n,
    place: 0,
    isEnded: false,
    discontinuities: 0,
    startsAnew: false,
    key: null,
    init: null,
    durationS: null,
    range: null,
    isGap: false,
    firstInit: null,
    before: null,
  };
  return {
    takeTag: (tag, value) => TAGS.get(tag)?.(reading, value),
    takeAddress: (reference) => takeAddress(reading, reference),
    finish: () => renditionOf(reading),
  };
}

const TAGS = new Map<string, (reading: Reading, value: string) => void>([
  ['#EXTINF', (reading, value) => void (reading.durationS = readExtinf(value))],
  ['#EXT-X-BYTERANGE', (reading, value) => void (reading.range = value)],
  ['#EXT-X-GAP', (reading) => void (reading.isGap = true)],
  ['#EXT-X-ENDLIST', (reading) => void (reading.isEnded = true)],
  ['#EXT-X-KEY', (reading, value) => void (reading.key = readKey(reading, value))],
  ['#EXT-X-MAP', (reading, value) => void (reading.init = readMap(reading, value))],
  ['#EXT-X-MEDIA-SEQUENCE', takeMediaSequence],
  ['#EXT-X-DISCONTINUITY', (reading) => void (reading.startsAnew = true)],
  ['#EXT-X-STREAM-INF', () => refuse(damaged('a master playlist where a media playlist should be'))],
  // Both stand for what is not here: values from another playlist, and segments of an earlier answer (draft-pantos-hls-rfc8216bis).
  ['#EXT-X-DEFINE', () => refuse(new TransferError('no_direct_format'))],
  ['#EXT-X-SKIP', () => refuse(damaged('a playlist of changes only'))],
]);

function refuse(error: TransferError): never {
  throw error;
}

function takeMediaSequence(reading: Reading, value: string): void {
  if (reading.place > 0) throw damaged('EXT-X-MEDIA-SEQUENCE behind a segment');
  reading.firstNumber = readInteger(value.trim());
}

function takeAddress(reading: Reading, reference: string): void {
  const { durationS, isGap } = reading;
  if (durationS === null) throw damaged('a segment without EXTINF');
  if (reading.place === MAX_SEGMENTS) throw damaged('too many segments');
  const url = reading.resolve(reference, reading.base);
  const range = segmentRange(reading, url);
  if (!isGap) addSegment(reading, { url, range, durationS, key: segmentKey(reading) });
  reading.place += 1;
  reading.before = range && { url, end: range.offset + range.length };
  Object.assign(reading, { durationS: null, range: null, isGap: false });
}

function addSegment(reading: Reading, segment: Segment): void {
  if (reading.segments.length === 0) reading.firstInit = reading.init;
  else if (!sameInit(reading.firstInit, reading.init)) throw new TransferError('no_direct_format');
  else if (reading.startsAnew) reading.discontinuities += 1;
  reading.startsAnew = false;
  reading.segments.push(segment);
}

/** A range that does not say where it begins goes on in the resource of the segment before (RFC 8216 §4.3.2.2). */
function segmentRange({ range, before }: Reading, url: string): ByteRange | null {
  if (range === null) return null;
  const [length = '', offset] = range.trim().split('@', 2);
  if (offset !== undefined) return byteRange(length, offset);
  if (before?.url !== url) throw damaged('a byte range that continues nothing');
  return byteRange(length, before.end);
}

function segmentKey({ key, firstNumber, place }: Reading): SegmentKey | null {
  return key && { url: key.url, iv: key.iv ?? initializationVector(firstNumber + BigInt(place)) };
}

/** RFC 8216 §4.3.2.4. Any method but AES-128 needs a player that is licensed to know the key, as does any other key format. */
function readKey({ resolve, base }: Reading, value: string): Key | null {
  const attributes = readAttributes(value);
  const method = attributes.get('METHOD');
  if (!method) throw damaged('a key without METHOD');
  if (method === 'NONE') return null;
  if (method !== 'AES-128' || (attributes.get('KEYFORMAT') ?? 'identity') !== 'identity')
    throw new TransferError('drm');
  const uri = attributes.get('URI');
  if (!uri) throw damaged('a key without URI');
  const iv = attributes.get('IV');
  return { url: resolve(uri, base), iv: iv === undefined ? null : initializationVector(iv) };
}

/** RFC 8216 §4.3.2.5: the key that holds at the tag holds for the initialization too, and must then have an IV of its own. */
function readMap({ resolve, base, key }: Reading, value: string): InitSegment {
  const attributes = readAttributes(value);
  const uri = attributes.get('URI');
  if (!uri) throw damaged('EXT-X-MAP without URI');
  if (key && !key.iv) throw damaged('an encrypted initialization without IV');
  const [length = '', offset = 0] = attributes.get('BYTERANGE')?.split('@', 2) ?? [];
  return {
    url: resolve(uri, base),
    range: attributes.has('BYTERANGE') ? byteRange(length, offset) : null,
    key: key?.iv ? { url: key.url, iv: key.iv } : null,
  };
}

function renditionOf({ segments, firstInit, discontinuities, isEnded }: Reading): Rendition {
  if (!isEnded) throw new TransferError('live_now');
  const first = segments[0];
  if (!first) throw damaged('a playlist without segments');
  return {
    container: containerOf(first.url) ?? (firstInit ? 'fmp4' : 'ts'),
    init: firstInit,
    segments,
    durationS: segments.reduce((sumS, { durationS }) => sumS + durationS, 0),
    isLive: false,
    discontinuities,
  };
}
