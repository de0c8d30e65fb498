/** Names of elements (RFC 9559) that are told apart here. */
const NAMES: Record<number, string> = {
  0x1a45dfa3: 'EBML',
  0x4282: 'DocType',
  0x18538067: 'Segment',
  0x114d9b74: 'SeekHead',
  0x1549a966: 'Info',
  0x1654ae6b: 'Tracks',
  0x1254c367: 'Tags',
  0x1f43b675: 'Cluster',
  0x1c53bb6b: 'Cues',
  0xec: 'Void',
  0xbf: 'CRC-32',
  0xae: 'TrackEntry',
  0xd7: 'TrackNumber',
  0xe0: 'Video',
  0x55b0: 'Colour',
  0xa3: 'SimpleBlock',
  0xa0: 'BlockGroup',
  0xa1: 'Block',
  0x75a1: 'BlockAdditions',
  0xbb: 'CuePoint',
};
const CONTAINERS = new Set(
  'EBML Segment Cluster Tracks TrackEntry Video BlockGroup SeekHead Info Tags Cues'.split(' '),
);
/** An element of unknown size ends before one of these, which stand in a Segment. */
const IN_SEGMENT = new Set('SeekHead Info Tracks Tags Cluster Cues Void'.split(' '));

/** `name` is empty for what is not named here; `depth` counts from the outermost elements, which have 0. */
export type Element = {
  name: string;
  depth: number;
  sizeStart: number;
  bodyStart: number;
  bodyEnd: number;
  isSizeUnknown: boolean;
};

/** The elements of a stretch, each followed by those within it. Throws where one does not fit. */
export function elementsIn(file: Buffer, start = 0, end = file.length, depth = 0): Element[] {
  const elements: Element[] = [];
  for (let at = start; at < end;) {
    const id = readNumber(file, at);
    const name = NAMES[id.withMarker] ?? '';
    const size = readNumber(file, at + id.length);
    const bodyStart = at + id.length + size.length;
    const bodyEnd = size.isAllOnes ? endOfUnknown(file, bodyStart, end, name) : bodyStart + size.value;
    if (bodyEnd > end) throw new Error(`element ${name || id.withMarker.toString(16)} at ${at} does not fit`);
    elements.push({ name, depth, sizeStart: at + id.length, bodyStart, bodyEnd, isSizeUnknown: size.isAllOnes });
    if (CONTAINERS.has(name)) elements.push(...elementsIn(file, bodyStart, bodyEnd, depth + 1));
    at = bodyEnd;
  }
  return elements;
}

function endOfUnknown(file: Buffer, start: number, end: number, name: string): number {
  if (name === 'Segment') return end;
  let at = start;
  while (at < end) {
    const id = readNumber(file, at);
    if (IN_SEGMENT.has(NAMES[id.withMarker] ?? '')) return at;
    const size = readNumber(file, at + id.length);
    at += id.length + size.length + size.value;
  }
  return end;
}

/** A number of variable length (RFC 8794, 4), which may need more bits than a double has until its marker is gone. */
function readNumber(file: Buffer, at: number) {
  const length = Math.clz32(file[at] ?? 0) - 23;
  const whole = BigInt(`0x${file.toString('hex', at, at + length)}`);
  const marker = 1n << BigInt(7 * length);
  const value = whole - marker;
  return { length, withMarker: Number(whole), value: Number(value), isAllOnes: value === marker - 1n };
}
