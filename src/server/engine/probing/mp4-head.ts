/** What the first bytes of an MP4 tell of the file. */
export type Mp4Head = {
  widthPx: number | null;
  heightPx: number | null;
  /** null: the head was cut before the last track. */
  hasAudio: boolean | null;
};

type Box = { type: string; start: number; end: number; isWhole: boolean };

/** What holds what is read: `moov`, its tracks, and the media of each. */
const PATH = ['moov', 'trak', 'mdia'];
/** A film has a dozen in each; more are those of a file that is made to be slow. */
const MAX_BOXES = 256;

/**
 * Reads the tracks of an MP4 whose `moov` comes first, as progressive files for the web have it; null where there is none.
 * Layouts: ISO/IEC 14496-12, tkhd and hdlr.
 */
export function readMp4Head(bytes: Buffer): Mp4Head | null {
  const moov = boxes(bytes, 0, bytes.length).find(({ type }) => type === 'moov');
  if (!moov) return null;
  const inside = [...descend(bytes, moov)];
  const sizes = inside.filter(({ type }) => type === 'tkhd').map((box) => trackSize(bytes, box));
  const picture = sizes.find((size) => size !== null && size.widthPx > 0);
  const hasAudio = inside.some(
    (box) => box.type === 'hdlr' && bytes.toString('latin1', box.start + 8, box.start + 12) === 'soun',
  );
  return {
    widthPx: picture?.widthPx ?? null,
    heightPx: picture?.heightPx ?? null,
    hasAudio: hasAudio ? true : moov.isWhole ? false : null,
  };
}

/** The boxes below one, in order, as far down as anything is read of them. */
function* descend(bytes: Buffer, parent: Box, level = 1): Generator<Box> {
  for (const box of boxes(bytes, parent.start, parent.end)) {
    yield box;
    if (box.type === PATH[level]) yield* descend(bytes, box, level + 1);
  }
}

function boxes(bytes: Buffer, from: number, to: number): Box[] {
  const found: Box[] = [];
  for (let at = from; at + 8 <= to && found.length < MAX_BOXES;) {
    const length = bytes.readUInt32BE(at);
    const type = bytes.toString('latin1', at + 4, at + 8);
    // 64-bit sizes and "to the end" belong to media data, which nothing after is read of.
    if (length < 8) break;
    found.push({ type, start: at + 8, end: Math.min(at + length, to), isWhole: at + length <= to });
    at += length;
  }
  return found;
}

/** The last 8 bytes of a tkhd: width and height as 16.16 fixed point; turned films have them swapped by the matrix before. */
function trackSize(bytes: Buffer, { end, isWhole, start }: Box): { widthPx: number; heightPx: number } | null {
  if (!isWhole || end - start < 80) return null;
  const [widthPx, heightPx] = [bytes.readUInt16BE(end - 8), bytes.readUInt16BE(end - 4)];
  const isTurned = bytes.readInt32BE(end - 44) === 0 && bytes.readInt32BE(end - 40) !== 0;
  return isTurned ? { widthPx: heightPx, heightPx: widthPx } : { widthPx, heightPx };
}
