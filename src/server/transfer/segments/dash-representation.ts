import { damaged } from '../transfer-error.ts';
import type { ResolveAddress } from './addresses.ts';
import { readSegments } from './dash-segments.ts';
import { containerOf, positiveNumber, readCodecs, type Rendition, type SegmentContainer } from './playlist.ts';
import { childNamed, childrenNamed, type XmlElement } from './xml.ts';

export type Representation = {
  id: string;
  /** As RFC 6381 names them; empty when not told. */
  codecs: string[];
  /** Bits per second; 0 when not told. */
  bandwidth: number;
  widthPx: number | null;
  heightPx: number | null;
  fps: number | null;
  language: string | null;
  rendition: Rendition;
};

export type TrackKind = 'video' | 'audio';

/** MPD, Period, AdaptationSet and Representation, in this order: a lower one has the word. */
export type Levels = readonly [mpd: XmlElement, period: XmlElement, set: XmlElement, representation: XmlElement];

type Surroundings = {
  /** Where the MPD's text came from. */
  url: string;
  resolve: ResolveAddress;
  /** Null: the MPD does not tell. */
  periodDurationS: number | null;
};

/** What a Representation is called. */
export function representationId([, , , representation]: Levels): string {
  return representation.attributes.get('id') ?? '';
}

/** Attributes of a Representation may stand at its AdaptationSet (ISO/IEC 23009-1 §5.3.7). */
function attributeOf([, , set, representation]: Levels, name: string): string | undefined {
  return representation.attributes.get(name) ?? set.attributes.get(name);
}

function typeOf(levels: Levels): string {
  return attributeOf(levels, 'mimeType') ?? attributeOf(levels, 'contentType') ?? '';
}

/** What a Representation is, if it is to be seen or heard. */
export function kindOf(levels: Levels): TrackKind | undefined {
  const type = typeOf(levels);
  return (['video', 'audio'] as const).find((kind) => type === kind || type.startsWith(`${kind}/`));
}

export function isProtected([, , set, representation]: Levels): boolean {
  return [set, representation].some((element) => childNamed(element, 'ContentProtection'));
}

/** Few pictures of a video, for a player's fast forward (DASH-IF IOP 4.3 §3.2.9). */
export function isForWinding(element: XmlElement): boolean {
  return childrenNamed(element, 'EssentialProperty').some(
    ({ attributes }) => attributes.get('schemeIdUri') === 'http://dashif.org/guidelines/trickmode',
  );
}

/** Throws TransferError media_damaged. */
export function readRepresentation(levels: Levels, surroundings: Surroundings): Representation {
  const [, , set] = levels;
  return {
    id: representationId(levels),
    codecs: readCodecs(attributeOf(levels, 'codecs')),
    bandwidth: positiveNumber(attributeOf(levels, 'bandwidth')) ?? 0,
    widthPx: positiveNumber(attributeOf(levels, 'width')),
    heightPx: positiveNumber(attributeOf(levels, 'height')),
    fps: readFrameRate(attributeOf(levels, 'frameRate')),
    language: set.attributes.get('lang') ?? null,
    rendition: readRendition(levels, surroundings),
  };
}

function readRendition(levels: Levels, { url, resolve, periodDurationS }: Surroundings): Rendition {
  const [, period, set, representation] = levels;
  const baseUrl = readBaseUrl(levels, url, resolve);
  const { init, segments } = readSegments({
    levels: [period, set, representation],
    id: representationId(levels),
    bandwidth: representation.attributes.get('bandwidth') ?? '0',
    baseUrl,
    base: baseUrl ?? url,
    periodDurationS,
    resolve,
  });
  const first = segments[0];
  if (!first) throw damaged('a Representation without segments');
  return {
    container: CONTAINERS.get(typeOf(levels).split('/')[1] ?? '') ?? containerOf(first.url) ?? 'fmp4',
    init,
    segments,
    durationS: segments.reduce((sumS, { durationS }) => sumS + durationS, 0),
    isLive: false,
    discontinuities: 0,
  };
}

/** By the second half of a media type. */
const CONTAINERS = new Map<string, SegmentContainer>([
  ['mp4', 'fmp4'],
  ['webm', 'webm'],
  ['mp2t', 'ts'],
  ['aac', 'aac'],
]);

/** Each level's is resolved against that of the level above (§5.6.4); of several on one level, which lead to copies, the first. */
function readBaseUrl(levels: Levels, url: string, resolve: ResolveAddress): string | null {
  const references = levels.flatMap((element) => childNamed(element, 'BaseURL')?.text.trim() ?? []);
  return references.reduce<string | null>((base, reference) => resolve(reference, base ?? url), null);
}

/** Pictures in a second, as 25 or 30000/1001 (§5.3.7.2). */
function readFrameRate(text: string | undefined): number | null {
  const [numerator, denominator = '1'] = text?.split('/', 2) ?? [];
  const [above, below] = [positiveNumber(numerator), positiveNumber(denominator)];
  return above && below && above / below;
}
