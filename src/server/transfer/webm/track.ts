import { damaged, TransferError } from '../transfer-error.ts';
import { child, elements, readEbmlText, readUnsigned, type EbmlElement } from './ebml.ts';
import { ID } from './ids.ts';

/** TrackType's values (RFC 9559, section 5.1.4.1.3) that are served. */
const KINDS = new Map<number | undefined, WebmTrack['kind']>([
  [1, 'video'],
  [2, 'audio'],
]);

/** ContentEncodingType's value for encryption (RFC 9559, section 5.1.4.1.31.4). */
const ENCRYPTION = 1;

/** A Cluster that Cues point at, with what lies between it and the next such one. */
export type WebmCluster = {
  /** Of the first cue that points here, in TimestampScale ticks. */
  timestamp: number;
  offset: number;
  length: number;
};

/** What is known of a WebM file with one track, without its media. */
export type WebmTrack = {
  kind: 'video' | 'audio';
  /** TrackNumber, which each Block repeats. */
  number: number;
  /** Such as `V_VP9` or `A_OPUS`. */
  codecId: string;
  /** The TrackEntry's data. */
  entry: Buffer;
  /** Nanoseconds of a tick. */
  timestampScale: number;
  /** In ticks; 0 when the file does not say. */
  duration: number;
  /** In file order, without gaps, at least one; timestamps never fall. */
  clusters: readonly WebmCluster[];
  /** The first Cluster does not say its size, as in a live recording: such clusters cannot be rewritten. */
  hasOpenClusters: boolean;
};

/** Reads Tracks of exactly one TrackEntry. Throws `drm` for an encrypted one, else `media_damaged`. */
export function readTrack(tracks: Buffer): Pick<WebmTrack, 'kind' | 'number' | 'codecId' | 'entry'> {
  const [found, second] = elements(tracks).filter(({ id }) => id === ID.TrackEntry);
  if (!found || second) throw damaged('WebM file has not exactly one track');
  // A copy, which does not keep all that was read with it.
  const entry = Buffer.from(tracks.subarray(found.dataStart, found.end));
  const whole = { dataStart: 0, end: entry.length };
  if (isEncrypted(entry)) throw new TransferError('drm');

  const numberElement = child(entry, whole, ID.TrackNumber);
  const kindElement = child(entry, whole, ID.TrackType);
  const codecElement = child(entry, whole, ID.CodecID);
  const kind = KINDS.get(kindElement && readUnsigned(entry, kindElement));
  const number = numberElement ? readUnsigned(entry, numberElement) : 0;
  if (!kind || !codecElement || number === 0) throw damaged('WebM track is not described');
  return { kind, number, codecId: readEbmlText(entry, codecElement), entry };
}

function isEncrypted(entry: Buffer): boolean {
  const encodings = child(entry, { dataStart: 0, end: entry.length }, ID.ContentEncodings);
  if (!encodings) return false;
  const isEncryption = (encoding: EbmlElement) => {
    const type = child(entry, encoding, ID.ContentEncodingType);
    return type !== undefined && readUnsigned(entry, type) === ENCRYPTION;
  };
  return elements(entry, encodings.dataStart, encodings.end).some(
    (encoding) => encoding.id === ID.ContentEncoding && isEncryption(encoding),
  );
}
