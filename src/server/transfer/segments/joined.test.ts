import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { assemble } from '../fixtures/assemble.ts';
import { layOut, type Piece } from '../layout/layout.ts';
import type { RemoteFile } from '../reading/remote-file.ts';
import { TransferError } from '../transfer-error.ts';
import { memoryFile } from './fixtures/memory-file.ts';
import { type Joined, joinSegments, MAX_FILES, type OpenFile, spread } from './joined.ts';
import type { Rendition, Segment } from './playlist.ts';

const { signal } = new AbortController();
const KEY = { url: 'https://h.example/key', iv: new Uint8Array(16) };
const FILES: Record<string, string> = { init: 'INIT', a: 'aaaaa', b: 'b', c: 'ccccccc', whole: '0123456789' };

function segment(name: string, more: Partial<Segment> = {}): Segment {
  return { url: `https://h.example/${name}`, range: null, durationS: 2, key: null, ...more };
}

function rendition(segments: Segment[], more: Partial<Rendition> = {}): Rendition {
  return { container: 'fmp4', init: null, segments, durationS: 0, isLive: false, discontinuities: 0, ...more };
}

const WHOLE = rendition([segment('a'), segment('b'), segment('c')], { init: segment('init') });
const TEXT = 'INITaaaaabccccccc';
/** Parts of one file, in another order than they lie in, and one twice. */
const RANGES = rendition(
  [
    segment('whole', { range: { offset: 7, length: 3 } }),
    segment('a'),
    segment('whole', { range: { offset: 2, length: 4 } }),
  ],
  { init: segment('whole', { range: { offset: 7, length: 2 } }) },
);
const RANGES_TEXT = '78789aaaaa2345';

function nameOf(url: string): string {
  return url.slice(url.lastIndexOf('/') + 1);
}

const open: OpenFile = async (url) => memoryFile(Buffer.from(FILES[nameOf(url)] ?? 'x'));

function failure(code: string) {
  return expect.objectContaining({ name: 'TransferError', failure: expect.objectContaining({ code }) });
}

describe('the joined input', () => {
  test.each([
    ['whole files', WHOLE, TEXT],
    ['ranges of one file', RANGES, RANGES_TEXT],
  ])('gives any stretch of %s', async (_, list, text) => {
    const joined = await joinSegments(list, open, { signal });
    expect(joined.totalBytes).toBe(text.length);
    for (let offset = 0; offset <= text.length; offset++) {
      for (let length = 0; offset + length <= text.length; length++) {
        expect((await joined.read(offset, length)).toString()).toBe(text.slice(offset, offset + length));
      }
    }
  });

  test('knows where its segments are', async () => {
    const { segments, parts } = await joinSegments(WHOLE, open, { signal });
    expect(segments.map(({ offset, length }) => TEXT.slice(offset, offset + length))).toEqual([
      'aaaaa',
      'b',
      'ccccccc',
    ]);
    expect(parts).toHaveLength(4);
  });

  test.each([
    [-1, 1],
    [TEXT.length, 1],
    [0, TEXT.length + 1],
  ])('has nothing outside of itself: %i, %i', async (offset, length) => {
    const joined = await joinSegments(WHOLE, open, { signal });
    await expect(joined.read(offset, length)).rejects.toEqual(failure('media_damaged'));
  });
});

describe('opening', () => {
  test('asks once for each address, some at a time', async () => {
    const opened: string[] = [];
    let running = 0;
    let most = 0;
    const slowly: OpenFile = async (url) => {
      opened.push(nameOf(url));
      most = Math.max(most, ++running);
      await nextTurn();
      running--;
      return open(url);
    };
    const segments = Array.from({ length: 40 }, (_, place) => segment(`n${place % 20}`));
    const joined = await joinSegments(rendition(segments), slowly, { signal, maxParallel: 3 });
    expect(opened.toSorted()).toEqual([...new Set(segments.map(({ url }) => nameOf(url)))].toSorted());
    expect(most).toBe(3);
    expect(joined.files).toHaveLength(20);
  });

  test('of too many files does not begin', async () => {
    let count = 0;
    const counting: OpenFile = (url) => {
      count++;
      return open(url);
    };
    const many = (length: number) => rendition(Array.from({ length }, (_, place) => segment(`n${place}`)));
    await expect(joinSegments(many(MAX_FILES + 1), counting, { signal })).rejects.toEqual(failure('no_direct_format'));
    expect(count).toBe(0);
    await joinSegments(many(MAX_FILES), counting, { signal });
    expect(count).toBe(MAX_FILES);
  });

  test('of many ranges of one file is one opening', async () => {
    const range = { offset: 0, length: 1 };
    const list = rendition(Array.from({ length: 20_000 }, () => segment('whole', { range })));
    const { files, totalBytes } = await joinSegments(list, open, { signal });
    expect([files.length, totalBytes]).toEqual([1, 20_000]);
  });

  test('ends with the first failure', async () => {
    const gone = new TransferError('upstream_forbidden');
    let count = 0;
    const failing: OpenFile = async (url) => {
      if (++count === 5) throw gone;
      await nextTurn();
      return open(url);
    };
    const list = rendition(Array.from({ length: 100 }, (_, place) => segment(`n${place}`)));
    await expect(joinSegments(list, failing, { signal, maxParallel: 2 })).rejects.toBe(gone);
    for (let turn = 0; turn < 50; turn++) await nextTurn();
    expect(count).toBeLessThan(8);
  });

  test('ends when nobody waits for it any more', async () => {
    const visitor = new AbortController();
    const leaving: OpenFile = async (url) => {
      visitor.abort();
      return open(url);
    };
    const joining = joinSegments(WHOLE, leaving, { signal: visitor.signal, maxParallel: 1 });
    await expect(joining).rejects.toEqual(failure('cancelled'));
  });

  test.each([
    ['an encrypted segment', rendition([segment('a'), segment('b', { key: KEY })]), 'no_direct_format'],
    ['an encrypted initialization', { ...WHOLE, init: { ...segment('init'), key: KEY } }, 'no_direct_format'],
    ['a range behind the end', rendition([segment('a', { range: { offset: 4, length: 2 } })]), 'media_damaged'],
    ['a range far behind it', rendition([segment('a', { range: { offset: 1e15, length: 1 } })]), 'media_damaged'],
    ['an empty segment', rendition([segment('a'), segment('empty')]), 'media_damaged'],
  ])('refuses %s', async (_, list, code) => {
    const opening: OpenFile = (url) =>
      nameOf(url) === 'empty' ? Promise.resolve(memoryFile(Buffer.alloc(0))) : open(url);
    await expect(joinSegments(list, opening, { signal })).rejects.toEqual(failure(code));
  });

  test('refuses files that are impossibly large together', async () => {
    const huge: RemoteFile = { ...memoryFile(Buffer.alloc(1)), totalBytes: 1e15 };
    const list = rendition(Array.from({ length: 10 }, (_, place) => segment(`n${place}`)));
    await expect(joinSegments(list, async () => huge, { signal })).rejects.toEqual(failure('media_damaged'));
  });
});

describe('a layout over joined inputs', () => {
  const joinBoth = (): Promise<Joined[]> =>
    Promise.all([WHOLE, RANGES].map((list) => joinSegments(list, open, { signal })));
  const bytesOf = async (pieces: Piece[]) => {
    const { layout, inputs } = spread(layOut('video/mp4', pieces), await joinBoth());
    const files = inputs.map(({ file }) => file);
    return { text: (await assemble(layout, files)).toString(), layout, inputs };
  };

  test('has each file of a rendition in its group', async () => {
    const { inputs } = await bytesOf([{ kind: 'copy', input: 0, offset: 0, length: 1 }]);
    expect(inputs.map(({ group }) => group)).toEqual([0, 0, 0, 0, 1, 1]);
  });

  test('copies what crosses borders, wherever it begins and ends', async () => {
    for (let offset = 0; offset < RANGES_TEXT.length; offset++) {
      for (let length = 1; offset + length <= RANGES_TEXT.length; length++) {
        const { text, layout } = await bytesOf([
          { kind: 'copy', input: 1, offset, length },
          { kind: 'bytes', length: 1, bytes: Buffer.from('|') },
          { kind: 'copy', input: 0, offset: 2, length: TEXT.length - 4 },
          { kind: 'made', length: 3, make: async () => Buffer.from('end') },
        ]);
        expect(text).toBe(`${RANGES_TEXT.slice(offset, offset + length)}|${TEXT.slice(2, -2)}end`);
        expect(layout.totalBytes).toBe(text.length);
      }
    }
  });

  test('changes what lies within a segment', async () => {
    const rewrite = (bytes: Buffer) => void bytes.fill('*');
    const { text, layout } = await bytesOf([{ kind: 'rewritten', input: 0, offset: 5, length: 3, rewrite }]);
    expect(text).toBe('***');
    expect(layout.pieces).toMatchObject([{ kind: 'rewritten', input: 1, offset: 1, length: 3 }]);
  });

  test.each(['rewritten', 'fragment'] as const)('refuses to change what lies in two: %s', async (kind) => {
    await expect(bytesOf([{ kind, input: 0, offset: 5, length: 5, rewrite: () => {} }])).rejects.toEqual(
      failure('internal'),
    );
  });

  test.each([
    [2, 0, 1],
    [0, 0, TEXT.length + 1],
    [0, -1, 2],
  ])('refuses what is in no input: %i, %i, %i', async (input, offset, length) => {
    await expect(bytesOf([{ kind: 'copy', input, offset, length }])).rejects.toEqual(failure('internal'));
  });
});
