import { damaged } from '../transfer-error.ts';
import { readXsDuration } from './dash-timing.ts';
import { MAX_SEGMENTS, type Rendition, sameInit } from './playlist.ts';
import { childrenNamed, type XmlElement } from './xml.ts';

export type Period = { element: XmlElement; durationS: number | null };

/** A film with advertisements has a dozen. */
const MAX_PERIODS = 200;

/**
 * The periods of an MPD with the lengths that they have or that are between their beginnings (ISO/IEC 23009-1 §5.3.2.1).
 * Throws TransferError media_damaged.
 */
export function readPeriods(mpd: XmlElement): Period[] {
  const elements = childrenNamed(mpd, 'Period');
  if (elements.length === 0 || elements.length > MAX_PERIODS) throw damaged('number of periods');
  const totalS = secondsIn(mpd, 'mediaPresentationDuration');
  let startS: number | null = 0;
  return elements.map((element, index) => {
    const next = elements[index + 1];
    startS = secondsIn(element, 'start') ?? startS;
    const endS = next ? secondsIn(next, 'start') : totalS;
    const durationS = secondsIn(element, 'duration') ?? difference(endS, startS);
    startS = durationS === null || startS === null ? null : startS + durationS;
    return { element, durationS };
  });
}

function secondsIn({ attributes }: XmlElement, name: string): number | null {
  const text = attributes.get(name);
  return text === undefined ? null : readXsDuration(text);
}

function difference(endS: number | null, startS: number | null): number | null {
  return endS === null || startS === null ? null : Math.max(0, endS - startS);
}

/**
 * One rendition of those of successive periods. Null where one is missing, or where a decoder would have to be set up anew between
 * them: pieces of MPEG-TS and ADTS can be put one behind the other, of the others only those of one initialization.
 * Throws TransferError media_damaged for more than MAX_SEGMENTS together.
 */
export function joinRenditions(parts: readonly (Rendition | undefined)[]): Rendition | null {
  const [first, ...others] = parts;
  if (!first) return null;
  const isContinuable = first.init !== null || first.container === 'ts' || first.container === 'aac';
  const renditions = [first];
  for (const other of others) {
    if (!other || !isContinuable || other.container !== first.container || !sameInit(first.init, other.init))
      return null;
    renditions.push(other);
  }
  const segments = renditions.flatMap((each) => each.segments);
  if (segments.length > MAX_SEGMENTS) throw damaged('too many segments');
  return {
    ...first,
    segments,
    durationS: renditions.reduce((sumS, { durationS }) => sumS + durationS, 0),
    discontinuities: renditions.length - 1,
  };
}
