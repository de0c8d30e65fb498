import type { Input } from '../layout/input.ts';
import { damaged, TransferError } from '../transfer-error.ts';
import { readClusters } from './cues.ts';
import { child, elements, readFloat, readEbmlText, readUnsigned } from './ebml.ts';
import { ID } from './ids.ts';
import {
  createSource,
  readElements,
  readElementAt,
  takeData,
  type PlacedElement,
  type ElementSource,
} from './element-reader.ts';
import { readTrack, type WebmTrack } from './track.ts';

/** Of a TimestampScale that is not given: ticks of a millisecond (RFC 9559, section 5.1.2.9). */
const DEFAULT_TIMESTAMP_SCALE = 1_000_000;

/** What a Segment says before its first Cluster. */
type Description = {
  info?: Buffer;
  tracks?: Buffer;
  cues?: Buffer;
  firstCluster?: PlacedElement;
  /** Places in the file by id, as SeekHead and what was met tell them. */
  places: Map<number, number>;
};

/**
 * Reads a WebM file (RFC 9559) of one track up to its media: what the track is and where its clusters lie. Takes one
 * read when Cues and all before them lie in the first `guessBytes`, else mostly two. Throws `drm` for an encrypted
 * track, `no_direct_format` for a file without Cues, and `media_damaged` for one of several tracks, cut off, or that is no WebM.
 */
export async function readWebmHead(input: Input, guessBytes = 256 * 1024): Promise<WebmTrack> {
  const source = createSource(input, guessBytes);
  const segment = await findSegment(source);
  const { info, tracks, cues, firstCluster, places } = await describe(source, segment);
  if (!info || !tracks) throw damaged('WebM file is not described');

  const clusters = readClusters(cues ?? (await seekCues(source, segment, places)), {
    segmentDataStart: segment.dataStart,
    segmentEnd: segment.end,
    firstClusterStart: firstCluster?.start,
    others: places.values(),
  });
  // Only a Segment of known size proves that nothing of it is missing.
  if (!segment.hasKnownSize) await readElementAt(source, clusters.at(-1)?.offset ?? 0, segment.end);
  return { ...readTrack(tracks), ...readInfo(info), clusters, hasOpenClusters: firstCluster?.hasKnownSize === false };
}

/** It is a WebM file, and says nowhere where what is: whoever reads it from its beginning to its end can make something of it. */
function uncued(): TransferError {
  return new TransferError('no_direct_format', { cause: new Error('WebM file has no cues') });
}

async function findSegment(source: ElementSource): Promise<PlacedElement> {
  let isWebm = false;
  for await (const placed of readElements(source, 0, source.totalBytes)) {
    if (placed.id === ID.Segment && isWebm) return placed;
    if (placed.id === ID.EBML) isWebm = hasWebmType(await takeData(source, placed));
    if (!isWebm) break;
  }
  throw damaged('not a WebM file');
}

function hasWebmType(header: Buffer): boolean {
  const type = child(header, { dataStart: 0, end: header.length }, ID.DocType);
  return type !== undefined && readEbmlText(header, type) === 'webm';
}

async function describe(source: ElementSource, segment: PlacedElement): Promise<Description> {
  const description: Description = { places: new Map() };
  for await (const placed of readElements(source, segment.dataStart, segment.end)) {
    if (placed.id === ID.Cluster) return { ...description, firstCluster: placed };
    description.places.set(placed.id, placed.start);
    if (placed.id === ID.Info) description.info = await takeData(source, placed);
    if (placed.id === ID.Tracks) description.tracks = await takeData(source, placed);
    if (placed.id === ID.Cues) description.cues = await takeData(source, placed);
    if (placed.id === ID.SeekHead) addPlaces(description.places, await takeData(source, placed), segment.dataStart);
  }
  return description;
}

function addPlaces(places: Map<number, number>, seekHead: Buffer, segmentDataStart: number): void {
  for (const seek of elements(seekHead)) {
    if (seek.id !== ID.Seek) continue;
    const id = child(seekHead, seek, ID.SeekID);
    const position = child(seekHead, seek, ID.SeekPosition);
    if (!id || !position) throw damaged('WebM seek entry is not complete');
    if (readUnsigned(seekHead, id) !== ID.Cluster)
      places.set(readUnsigned(seekHead, id), segmentDataStart + readUnsigned(seekHead, position));
  }
}

async function seekCues(source: ElementSource, segment: PlacedElement, places: Map<number, number>): Promise<Buffer> {
  const start = places.get(ID.Cues);
  if (start === undefined || start >= segment.end) throw uncued();
  const placed = await readElementAt(source, start, segment.end);
  if (placed.id !== ID.Cues || !placed.hasKnownSize) throw damaged('WebM cues are not where they should be');
  return takeData(source, placed);
}

function readInfo(info: Buffer): Pick<WebmTrack, 'timestampScale' | 'duration'> {
  const whole = { dataStart: 0, end: info.length };
  const scaleElement = child(info, whole, ID.TimestampScale);
  const durationElement = child(info, whole, ID.Duration);
  const timestampScale = scaleElement ? readUnsigned(info, scaleElement) : DEFAULT_TIMESTAMP_SCALE;
  const duration = durationElement ? readFloat(info, durationElement) : 0;
  if (timestampScale === 0 || !(duration >= 0 && duration < Number.MAX_SAFE_INTEGER))
    throw damaged('WebM times are not possible');
  return { timestampScale, duration };
}
