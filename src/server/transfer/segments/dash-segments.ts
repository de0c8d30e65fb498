import { damaged } from '../transfer-error.ts';
import type { ResolveAddress } from './addresses.ts';
import { fillTemplate, type TemplateValues } from './dash-template.ts';
import { type Cutting, segmentTimes } from './dash-timing.ts';
import { type ByteRange, byteRange, type InitSegment, MAX_SEGMENTS, type Segment } from './playlist.ts';
import { childNamed, childrenNamed, type XmlElement } from './xml.ts';

/** One Representation, with what it inherits. */
type Described = {
  /** Period, AdaptationSet and Representation, in this order. */
  levels: readonly XmlElement[];
  id: string;
  bandwidth: string;
  /** Its BaseURL, resolved; null when there is none on any level. */
  baseUrl: string | null;
  /** What addresses are resolved against: its BaseURL, or else the MPD's address. */
  base: string;
  periodDurationS: number | null;
  resolve: ResolveAddress;
};

type SegmentList = { init: InitSegment | null; segments: Segment[] };

/** The initialization and segments of a Representation (ISO/IEC 23009-1 §5.3.9). Throws TransferError media_damaged. */
export function readSegments(described: Described): SegmentList {
  const found = description(described.levels);
  if (found?.kind === 'SegmentTemplate') return fromTemplate(described, found.elements);
  if (found?.kind === 'SegmentList') return fromList(described, found.elements);
  return wholeFile(described);
}

const KINDS = ['SegmentTemplate', 'SegmentList', 'SegmentBase'] as const;

/** The kind is that of the lowest level that has one; its elements, lowest first, complete each other (§5.3.9.1). */
function description(levels: readonly XmlElement[]) {
  const upwards = levels.toReversed();
  for (const level of upwards) {
    const kind = KINDS.find((name) => childNamed(level, name));
    if (kind) return { kind, elements: upwards.flatMap((each) => childNamed(each, kind) ?? []) };
  }
  return undefined;
}

function inherited(elements: readonly XmlElement[], name: string): string | undefined {
  return elements.find(({ attributes }) => attributes.has(name))?.attributes.get(name);
}

function inheritedChild(elements: readonly XmlElement[], name: string): XmlElement | undefined {
  return elements.flatMap((element) => childNamed(element, name) ?? [])[0];
}

function cuttingOf({ periodDurationS }: Described, elements: readonly XmlElement[]): Cutting {
  return {
    attribute: (name) => inherited(elements, name),
    timeline: inheritedChild(elements, 'SegmentTimeline'),
    periodDurationS,
  };
}

function fromTemplate(described: Described, elements: readonly XmlElement[]): SegmentList {
  const { id, bandwidth, base, resolve } = described;
  const media = inherited(elements, 'media');
  if (!media) throw damaged('SegmentTemplate without media');
  const values: TemplateValues = { RepresentationID: id, Bandwidth: bandwidth };
  const initialization = inherited(elements, 'initialization');
  const init: InitSegment | null =
    initialization === undefined
      ? readInitialization(described, elements)
      : { url: resolve(fillTemplate(initialization, values), base), range: null, key: null };
  const segments = segmentTimes(cuttingOf(described, elements)).map(({ number, time, durationS }) => {
    const url = resolve(fillTemplate(media, { ...values, Number: number, Time: time }), base);
    return { url, range: null, durationS, key: null };
  });
  return { init, segments };
}

function fromList(described: Described, elements: readonly XmlElement[]): SegmentList {
  const listed = elements.map((element) => childrenNamed(element, 'SegmentURL')).find(({ length }) => length > 0) ?? [];
  if (listed.length === 0 || listed.length > MAX_SEGMENTS) throw damaged('number of segments');
  const durations = listDurations(described, elements, listed.length);
  const segments = listed.map(({ attributes }, index) => ({
    ...readResource(described, attributes.get('media'), attributes.get('mediaRange')),
    durationS: durations[index] ?? 0,
    key: null,
  }));
  return { init: readInitialization(described, elements), segments };
}

/** A list names its segments itself, so that nothing hangs on their times: where these are not told they are even. */
function listDurations(described: Described, elements: readonly XmlElement[], count: number): number[] {
  const cutting = cuttingOf(described, elements);
  const isCut = cutting.timeline ?? (cutting.attribute('duration') !== undefined && described.periodDurationS !== null);
  if (isCut) return segmentTimes(cutting).map(({ durationS }) => durationS);
  return Array.from({ length: count }, () => (described.periodDurationS ?? 0) / count);
}

/** One file, whole: SegmentBase says where its index is, which a reader of the file finds by itself. */
function wholeFile({ baseUrl, periodDurationS }: Described): SegmentList {
  if (baseUrl === null) throw damaged('a Representation without address');
  return { init: null, segments: [{ url: baseUrl, range: null, durationS: periodDurationS ?? 0, key: null }] };
}

function readInitialization(described: Described, elements: readonly XmlElement[]): InitSegment | null {
  const found = inheritedChild(elements, 'Initialization');
  if (!found) return null;
  return { ...readResource(described, found.attributes.get('sourceURL'), found.attributes.get('range')), key: null };
}

/** What gives no address of its own is in the file at BaseURL (§5.3.9.2.2). */
function readResource({ base, baseUrl, resolve }: Described, reference: string | undefined, range: string | undefined) {
  const url = reference === undefined ? baseUrl : resolve(reference, base);
  if (url === null) throw damaged('a segment without address');
  return { url, range: range === undefined ? null : readRange(range) };
}

/** First and last byte, both included (RFC 9110 §14.1.2). */
function readRange(text: string): ByteRange {
  const found = /^(\d{1,15})-(\d{1,15})$/.exec(text.trim());
  if (!found) throw damaged('byte range');
  const [first, last] = [Number(found[1]), Number(found[2])];
  if (last < first) throw damaged('byte range');
  return byteRange(`${last - first + 1}`, first);
}
