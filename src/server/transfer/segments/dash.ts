import { damaged, TransferError } from '../transfer-error.ts';
import { createAddressResolver } from './addresses.ts';
import { joinRenditions, type Period, readPeriods } from './dash-periods.ts';
import {
  representationId,
  isForWinding,
  isProtected,
  type TrackKind,
  kindOf,
  type Levels,
  readRepresentation,
  type Representation,
} from './dash-representation.ts';
import { childrenNamed, readXml, type XmlElement } from './xml.ts';
import type { Rendition } from './playlist.ts';

type Presentation = { video: Representation[]; audio: Representation[] };

type Track = { kind: TrackKind; representation: Representation };
type Found = { kind: TrackKind; levels: Levels };

const ELEMENTS = new Set(
  `MPD Period AdaptationSet Representation BaseURL ContentProtection EssentialProperty
  SegmentBase SegmentList SegmentTemplate SegmentTimeline S SegmentURL Initialization`.split(/\s+/),
);
/** Of all periods together; broadcasters have about a hundred. */
const MAX_REPRESENTATIONS = 400;
/** Of all representations together: four hours of two-second segments in 50 of them. */
const MAX_TOTAL_SEGMENTS = 400_000;

/**
 * The tracks of a DASH MPD (ISO/IEC 23009-1), in its order, each with all its segments; `url` is where its text came from. What is
 * neither video nor audio, serves only for winding, or has a ContentProtection is left out. A representation that is one file has
 * one segment and no init. Representations of several periods are joined by their id, and left out where they do not continue.
 *
 * `wanted`: the name of the one that is to be read, as the extractor gave it, without segments of any other being made: a list of 20 KB
 * can stand for 400,000 of them.
 *
 * Throws TransferError: format_gone without the wanted one; live_now for a dynamic MPD; drm when all of a period is protected; no_direct_format when nothing goes
 * through all periods; media_damaged for all else that is no MPD, has more than MAX_SEGMENTS segments in a representation, or
 * addresses that are not http.
 */
export function readMpd(text: string, url: string, wanted?: string): Presentation {
  const mpd = readXml(text, ELEMENTS);
  if (mpd.name !== 'MPD') throw damaged('not an MPD');
  if (mpd.attributes.get('type') === 'dynamic') throw new TransferError('live_now');
  const periods = readPeriods(mpd).map((period) => ({ ...period, found: findRepresentations(mpd, period) }));
  const found = periods.flatMap((period) => period.found);
  if (found.length === 0) throw damaged('an MPD without video and audio');
  if (found.length > MAX_REPRESENTATIONS) throw damaged('too many representations');
  if (periods.some(isAllProtected)) throw new TransferError('drm');
  const isWanted = wanted === undefined ? () => true : isNamed(wanted, found);
  const read = createTrackReader(url);
  const tracks = joinPeriods(periods.map((period) => read(period.found.filter(isWanted), period.durationS)));
  if (tracks.length === 0) throw new TransferError('no_direct_format');
  const ofKind = (kind: TrackKind) =>
    tracks.filter((track) => track.kind === kind).map((track) => track.representation);
  return { video: ofKind('video'), audio: ofKind('audio') };
}

function findRepresentations(mpd: XmlElement, { element: period }: Period): Found[] {
  const sets = childrenNamed(period, 'AdaptationSet').filter((set) => !isForWinding(set));
  return sets.flatMap((set) =>
    childrenNamed(set, 'Representation').flatMap((representation) => {
      const levels: Levels = [mpd, period, set, representation];
      const kind = kindOf(levels);
      return kind && !isForWinding(representation) ? { kind, levels } : [];
    }),
  );
}

function isAllProtected({ found }: { found: readonly Found[] }): boolean {
  return found.length > 0 && found.every(({ levels }) => isProtected(levels));
}

/** Reads what is not protected, and counts the segments of all that it reads. */
function createTrackReader(url: string) {
  const resolve = createAddressResolver();
  let totalSegments = 0;
  return (found: readonly Found[], periodDurationS: number | null): Track[] =>
    found
      .filter(({ levels }) => !isProtected(levels))
      .map(({ kind, levels }) => {
        const representation = readRepresentation(levels, { url, resolve, periodDurationS });
        totalSegments += representation.rendition.segments.length;
        if (totalSegments > MAX_TOTAL_SEGMENTS) throw damaged('too many segments');
        return { kind, representation };
      });
}

function joinPeriods([first = [], ...others]: Track[][]): Track[] {
  if (others.length === 0) return first;
  return first.flatMap((track) => {
    const parts = [track, ...others.map((period) => period.find((other) => isContinuation(track, other)))];
    const rendition = joinRenditions(parts.map((part) => part?.representation.rendition));
    return rendition ? { kind: track.kind, representation: { ...track.representation, rendition } } : [];
  });
}

function isContinuation({ kind, representation }: Track, other: Track): boolean {
  return (
    kind === other.kind &&
    representation.id === other.representation.id &&
    representation.codecs.join() === other.representation.codecs.join()
  );
}

/** The segments of the one that has the name. Throws what readMpd does. */
export function readMpdRendition(text: string, url: string, name: string): Rendition {
  const { video, audio } = readMpd(text, url, name);
  return [...video, ...audio][0]?.rendition ?? gone();
}

function isNamed(name: string, all: readonly Found[]): (one: Found) => boolean {
  const open = all.filter(({ levels }) => !isProtected(levels));
  const ofKind = (kind: TrackKind) =>
    open.filter((one) => one.kind === kind).map(({ levels }) => ({ id: representationId(levels) }));
  const id = idNamed(name, [...ofKind('video'), ...ofKind('audio')]) ?? gone();
  return ({ levels }) => representationId(levels) === id;
}

/** Extractors add to the name of a representation what tells it from others that have the same. */
function idNamed(name: string, all: readonly { id: string }[]): string | undefined {
  return (all.find(({ id }) => id === name) ?? all.find(({ id }) => name.split('-').includes(id)))?.id;
}

function gone(): never {
  throw new TransferError('format_gone');
}
