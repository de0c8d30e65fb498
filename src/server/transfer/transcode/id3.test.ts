import { expect, test } from 'vitest';
import { id3Tag } from './id3.ts';

type Frame = { id: string; body: Buffer };

function hex(spaced: string): string {
  return spaced.replaceAll(' ', '');
}

function synchsafe(bytes: Buffer, at: number): number {
  return bytes.subarray(at, at + 4).reduce((sum, byte) => {
    expect(byte).toBeLessThan(0x80);
    return sum * 128 + byte;
  }, 0);
}

function readFrames(bytes: Buffer): Frame[] {
  const frames: Frame[] = [];
  for (let at = 0; at < bytes.length;) {
    const length = synchsafe(bytes, at + 4);
    expect(bytes.readUInt16BE(at + 8)).toBe(0);
    frames.push({ id: bytes.toString('latin1', at, at + 4), body: bytes.subarray(at + 10, at + 10 + length) });
    at += 10 + length;
  }
  return frames;
}

function readTag(tag: Buffer): Frame[] {
  expect(tag.toString('hex', 0, 6)).toBe('494433040000');
  expect(synchsafe(tag, 6)).toBe(tag.length - 10);
  return readFrames(tag.subarray(10));
}

function bodiesOf(tag: Buffer): Record<string, string> {
  return Object.fromEntries(readTag(tag).map(({ id, body }) => [id, body.toString('utf8')]));
}

test('texts, byte for byte', () => {
  expect(id3Tag({ title: 'Aé' }).toString('hex')).toBe(hex('4944330400000000000e 54495432000000040000 0341c3a9'));
});

test('writes what is known of a sound', () => {
  const tag = id3Tag({
    title: 'Видео 動画 👋',
    artist: 'Someone',
    date: '2026-11-20T10:11:12.000Z',
    comment: 'https://example.org/watch?v=ä',
    url: 'https://example.org/watch?v=ä',
  });
  expect(bodiesOf(tag)).toEqual({
    TIT2: '\u0003Видео 動画 👋',
    TPE1: '\u0003Someone',
    TDRC: '\u00032026-11-20',
    COMM: '\u0003XXX\0https://example.org/watch?v=ä',
    WOAS: 'https://example.org/watch?v=%C3%A4',
  });
});

test('leaves out what is not known, or is not what it should be', () => {
  const tag = id3Tag({ title: 'a', artist: null, date: 'yesterday', comment: '', url: 'no link', cover: null });
  expect(bodiesOf(tag)).toEqual({ TIT2: '\u0003a' });
});

test('a text cannot end itself, nor be anything but UTF-8', () => {
  expect(bodiesOf(id3Tag({ title: 'a\0b\ud800' }))).toEqual({ TIT2: '\u0003ab\ufffd' });
});

test('a cover longer than 127 bytes', () => {
  const bytes = Buffer.alloc(40_000, 0xff);
  const [, cover] = readTag(id3Tag({ title: 'a', cover: { contentType: 'image/png', bytes } }));
  expect(cover?.id).toBe('APIC');
  expect(cover?.body.toString('latin1', 0, 13)).toBe('\u0003image/png\0\u0003\0');
  expect(cover?.body.subarray(13).equals(bytes)).toBe(true);
});

test('a cover too large for a tag is left out', () => {
  const cover = { contentType: 'image/jpeg' as const, bytes: new Uint8Array(2 ** 24 + 1) };
  expect(bodiesOf(id3Tag({ title: 'a', cover }))).toEqual({ TIT2: '\u0003a' });
});

test('chapters with their table of contents', () => {
  const chapters = [
    { title: 'One', startS: 0, endS: 1.5 },
    { title: 'Two', startS: 1.5, endS: Number.POSITIVE_INFINITY },
  ];
  const [, contents, first, second] = readTag(id3Tag({ title: 'a', chapters }));
  expect(contents?.id).toBe('CTOC');
  expect(contents?.body.toString('latin1')).toBe('toc\0\u0003\u0002chp0\0chp1\0');
  expect(first?.id).toBe('CHAP');
  expect(first?.body.toString('hex', 0, 21)).toBe(hex('6368703000 00000000 000005dc ffffffffffffffff'));
  expect(readFrames(first?.body.subarray(21) ?? Buffer.alloc(0))).toEqual([
    { id: 'TIT2', body: Buffer.from('\u0003One') },
  ]);
  expect(second?.body.toString('hex', 5, 13)).toBe(hex('000005dc fffffffe'));
});

test('no more chapters than the table of contents can count', () => {
  const chapters = Array.from({ length: 300 }, (_, index) => ({ title: 'c', startS: index, endS: index + 1 }));
  const frames = readTag(id3Tag({ title: 'a', chapters }));
  expect(frames.filter(({ id }) => id === 'CHAP')).toHaveLength(255);
  expect(frames.find(({ id }) => id === 'CTOC')?.body[5]).toBe(255);
});
