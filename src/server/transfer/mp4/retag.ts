import { layOut, type FileLayout } from '../layout/layout.ts';
import { parseBudget } from '../parsing/parse-budget.ts';
import { damaged } from '../transfer-error.ts';
import { asBox, box, boxesIn, bytesOf, childrenOf } from './box.ts';
import type { Movie } from './movie.ts';
import { movieTags, type Tags } from './tags.ts';
import { ORDINARY_TYPE } from './write-movie.ts';

const DROPPED = new Set(['udta', 'free', 'skip', 'meta']);
const HOLDS_TABLES = new Set(['trak', 'mdia', 'minf', 'stbl']);

/** One ordinary MP4 with its tables first and tags in them; its media stay as they lie, so that nothing is moved but their beginning. */
export function layOutRetagged({ moov, mediaData }: Movie, tags: Tags, contentType: string): FileLayout {
  const kept = childrenOf(moov, asBox(moov)).filter(({ type }) => !DROPPED.has(type));
  const copy = box('moov', ...kept.map((child) => Buffer.from(bytesOf(moov, child))), ...movieTags(tags));
  const headBytes = ORDINARY_TYPE.length + copy.length;
  let at = headBytes;
  const moved = mediaData.map(({ offset, length }) => {
    const stretch = { offset, end: offset + length, shift: at - offset };
    at += length;
    return stretch;
  });
  shiftChunks(copy, 8, copy.length, (offset) => {
    const stretch = moved.find((media) => offset >= media.offset && offset < media.end);
    if (!stretch) throw damaged('a chunk outside of the media');
    return offset + stretch.shift;
  });
  const head = Buffer.concat([ORDINARY_TYPE, copy]);
  return layOut(contentType, [
    { kind: 'bytes', length: head.length, bytes: head },
    ...mediaData.map(({ offset, length }) => ({ kind: 'copy' as const, input: 0, offset, length })),
  ]);
}

function shiftChunks(bytes: Buffer, start: number, end: number, moved: (offset: number) => number): void {
  const budget = parseBudget();
  for (const { type, body, end: boxEnd } of boxesIn(bytes, start, end)) {
    if (HOLDS_TABLES.has(type)) budget.deeper(() => shiftChunks(bytes, body, boxEnd, moved));
    if (type !== 'stco' && type !== 'co64') continue;
    const width = type === 'stco' ? 4 : 8;
    const count = bytes.readUInt32BE(body + 4);
    if (body + 8 + count * width > boxEnd) throw damaged(type);
    for (let at = body + 8; at < body + 8 + count * width; at += width) {
      if (width === 8) {
        bytes.writeBigUInt64BE(BigInt(moved(Number(bytes.readBigUInt64BE(at)))), at);
        continue;
      }
      const offset = moved(bytes.readUInt32BE(at));
      if (offset > 0xffffffff) throw damaged('a file whose tables are too narrow to be moved');
      bytes.writeUInt32BE(offset, at);
    }
  }
}
