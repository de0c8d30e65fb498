import { describe, expect, it } from 'vitest';
import { readMp4Head } from './mp4-head.ts';

function box(type: string, ...content: Buffer[]): Buffer {
  const body = Buffer.concat(content);
  const head = Buffer.alloc(8);
  head.writeUInt32BE(body.length + 8);
  head.write(type, 4, 'latin1');
  return Buffer.concat([head, body]);
}

function tkhd(width: number, height: number, { turned = false } = {}): Buffer {
  const body = Buffer.alloc(84);
  // The matrix { a b … }: upright it starts with 1, 0; turned by 90° with 0, 1.
  body.writeInt32BE(0x10000, turned ? 44 : 40);
  body.writeUInt16BE(width, 76);
  body.writeUInt16BE(height, 80);
  return box('tkhd', body);
}

const hdlr = (kind: 'vide' | 'soun') => box('hdlr', Buffer.alloc(8), Buffer.from(kind), Buffer.alloc(12));
const track = (kind: 'vide' | 'soun', ...header: Buffer[]) =>
  box('trak', ...header, box('mdia', hdlr(kind), box('minf', Buffer.alloc(400))));
const ftyp = box('ftyp', Buffer.from('isom\0\0\0\0'));
const picture = track('vide', tkhd(1280, 720));
const sound = track('soun', tkhd(0, 0));

/** `levels` boxes, each within the one before. */
function nested(types: readonly string[], levels: number): Buffer {
  const bytes = Buffer.alloc(8 * levels);
  for (let level = 0; level < levels; level++) {
    bytes.writeUInt32BE(bytes.length - 8 * level, 8 * level);
    bytes.write(types[level % types.length] ?? '', 8 * level + 4, 'latin1');
  }
  return bytes;
}

describe('the head of an MP4', () => {
  it('tells the size of the picture and whether there is sound', () => {
    const file = Buffer.concat([
      ftyp,
      box('moov', box('mvhd', Buffer.alloc(100)), sound, picture),
      box('mdat', Buffer.alloc(50)),
    ]);
    expect(readMp4Head(file)).toEqual({ widthPx: 1280, heightPx: 720, hasAudio: true });
  });

  it('knows that there is none only when it has seen all tracks', () => {
    const file = Buffer.concat([ftyp, box('moov', picture)]);
    expect(readMp4Head(file)?.hasAudio).toBe(false);
    expect(readMp4Head(file.subarray(0, file.length - 10))).toEqual({ widthPx: 1280, heightPx: 720, hasAudio: null });
  });

  it('turns what is shown turned', () => {
    expect(readMp4Head(box('moov', track('vide', tkhd(1920, 1080, { turned: true }))))).toMatchObject({
      widthPx: 1080,
      heightPx: 1920,
    });
  });

  it('is nothing in other files, and survives nonsense', () => {
    expect(readMp4Head(Buffer.from('<html>not a film</html>'))).toBeNull();
    expect(readMp4Head(Buffer.alloc(0))).toBeNull();
    expect(readMp4Head(Buffer.concat([ftyp, box('mdat', Buffer.alloc(90))]))).toBeNull();
    expect(readMp4Head(box('moov', box('trak', box('tkhd', Buffer.alloc(3)))))).toMatchObject({ widthPx: null });
    const file = Buffer.concat([ftyp, box('moov', picture, sound)]);
    for (let at = 0; at < file.length; at++)
      expect(() =>
        readMp4Head(Buffer.concat([file.subarray(0, at), Buffer.alloc(4, 0xff), file.subarray(at)])),
      ).not.toThrow();
  });

  it('is read on no further than anything is found, however deep boxes lie within each other', () => {
    const deep = nested(['moov', 'trak', 'mdia'], 100_000);
    expect(readMp4Head(deep)).toEqual({ widthPx: null, heightPx: null, hasAudio: false });
  });
});
