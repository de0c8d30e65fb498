import { createCipheriv } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, test, vi } from 'vitest';
import { TransferError } from '../transfer-error.ts';
import { id3 } from './fixtures/id3.ts';
import { memoryFile } from './fixtures/memory-file.ts';
import type { Rendition, Segment } from './playlist.ts';
import { estimateBytes, portsOf, segmentBytes, type SegmentPorts } from './stream.ts';

/** What is waited for comes at once, unless other programs share the machine. */
const TIMEOUTS = { timeout: 15_000 };

const { signal } = new AbortController();
const MIB = 1024 * 1024;
const KEY = Buffer.from('0123456789abcdef');
const IV = new Uint8Array(16).fill(7);

function segment(name: string, more: Partial<Segment> = {}): Segment {
  return { url: `https://h.example/${name}`, range: null, durationS: 2, key: null, ...more };
}

function rendition(names: string[], more: Partial<Rendition> = {}): Rendition {
  const segments = names.map((name) => segment(name));
  return { container: 'ts', init: null, segments, durationS: 0, isLive: false, discontinuities: 0, ...more };
}

function encrypt(plain: Buffer): Buffer {
  const cipher = createCipheriv('aes-128-cbc', KEY, IV);
  return Buffer.concat([cipher.update(plain), cipher.final()]);
}

function nameOf(url: string): string {
  return url.slice(url.lastIndexOf('/') + 1);
}

/** Ports whose segments are their own names, in two pieces. */
function portsFor(more: Partial<SegmentPorts> = {}): SegmentPorts {
  return {
    signal,
    async *fetch(url) {
      await nextTurn();
      yield Buffer.from(nameOf(url).slice(0, 1));
      await nextTurn();
      yield Buffer.from(nameOf(url).slice(1));
    },
    fetchKey: async () => KEY,
    ...more,
  };
}

async function textOf(bytes: AsyncIterable<Buffer>): Promise<string> {
  return Buffer.concat(await Array.fromAsync(bytes)).toString();
}

function failure(code: string) {
  return expect.objectContaining({ name: 'TransferError', failure: expect.objectContaining({ code }) });
}

describe('the bytes of a rendition', () => {
  test('are those of its initialization and its segments, in order', async () => {
    const names = Array.from({ length: 20 }, (_, place) => `segment-${place}|`);
    const list = rendition(names, { init: segment('init|') });
    expect(await textOf(segmentBytes(list, portsFor()))).toBe(`init|${names.join('')}`);
  });

  test('are asked for by their ranges', async () => {
    const asked: unknown[] = [];
    const ports = portsFor({
      async *fetch(url, range) {
        asked.push([nameOf(url), range]);
        yield Buffer.alloc(range?.length ?? 1);
      },
    });
    const range = { offset: 5, length: 3 };
    const list = rendition([], { segments: [segment('a', { range }), segment('b')] });
    expect(await textOf(segmentBytes(list, ports))).toHaveLength(4);
    expect(asked).toEqual([
      ['a', range],
      ['b', null],
    ]);
  });

  test.each([
    ['shorter', 2],
    ['longer', 4],
  ])('that are %s than their range are a failure', async (_, length) => {
    const ports = portsFor({
      async *fetch() {
        yield Buffer.alloc(length);
      },
    });
    const list = rendition([], { segments: [segment('a', { range: { offset: 0, length: 3 } })] });
    await expect(textOf(segmentBytes(list, ports))).rejects.toEqual(failure('media_damaged'));
  });

  test('of packed audio are without tags, but for the first', async () => {
    const ports = portsFor({
      async *fetch(url) {
        yield Buffer.concat([id3(90_000n), Buffer.from(nameOf(url))]);
      },
    });
    const text = await textOf(segmentBytes(rendition(['aa', 'bb', 'cc'], { container: 'aac' }), ports));
    expect(text).toBe(`${id3(90_000n).toString()}aabbcc`);
  });
});

describe('encrypted segments', () => {
  const key = { url: 'https://h.example/key', iv: IV };
  const encrypted = portsFor({
    async *fetch(url) {
      const bytes = encrypt(Buffer.from(nameOf(url)));
      yield bytes.subarray(0, 5);
      yield bytes.subarray(5);
    },
  });

  test('are opened, each key asked for once', async () => {
    const fetchKey = vi.fn<SegmentPorts['fetchKey']>(async () => KEY);
    const segments = ['first|', 'second|', 'third|'].map((name) => segment(name, { key }));
    const list = rendition([], { init: { ...segment('init|'), key }, segments });
    expect(await textOf(segmentBytes(list, { ...encrypted, fetchKey }))).toBe('init|first|second|third|');
    expect(fetchKey.mock.calls.map(([url]) => url)).toEqual([key.url]);
  });

  test('stand among plain ones', async () => {
    const ports = portsFor({
      async *fetch(url) {
        yield nameOf(url) === 'plain|' ? Buffer.from('plain|') : encrypt(Buffer.from(nameOf(url)));
      },
    });
    const list = rendition([], { segments: [segment('plain|'), segment('secret|', { key }), segment('plain|')] });
    expect(await textOf(segmentBytes(list, ports))).toBe('plain|secret|plain|');
  });

  test('with another key are a failure', async () => {
    const list = rendition([], { segments: [segment('first', { key })] });
    const ports = { ...encrypted, fetchKey: async () => Buffer.alloc(16) };
    await expect(textOf(segmentBytes(list, ports))).rejects.toEqual(failure('media_damaged'));
  });

  test('whose key is not given end with what kept it away', async () => {
    const list = rendition([], { segments: [segment('first'), segment('second', { key })] });
    const refused = new TransferError('upstream_forbidden');
    const ports = { ...encrypted, fetchKey: () => Promise.reject(refused) };
    await expect(textOf(segmentBytes(list, ports))).rejects.toBe(refused);
  });

  test('too large to be held are refused', async () => {
    let count = 0;
    const ports = portsFor({
      async *fetch() {
        for (; count < 1000; count++) yield Buffer.alloc(MIB);
      },
    });
    const list = rendition([], { segments: [segment('endless', { key })] });
    await expect(textOf(segmentBytes(list, ports))).rejects.toEqual(failure('media_damaged'));
    expect(count).toBeLessThan(150);
  });
});

describe('fetching ahead', () => {
  /** Ports that tell which segments were begun and which have ended. */
  function watched() {
    const begun: string[] = [];
    const ended: string[] = [];
    const ports = portsFor({
      async *fetch(url) {
        begun.push(nameOf(url));
        try {
          yield Buffer.from(nameOf(url));
        } finally {
          ended.push(nameOf(url));
        }
      },
    });
    return { begun, ended, ports };
  }

  test('is two segments, and nothing beside the first', async () => {
    const { begun, ports } = watched();
    const bytes = segmentBytes(rendition(['a', 'b', 'c', 'd', 'e']), ports);
    const seen: string[] = [];
    for await (const chunk of bytes) {
      for (let turn = 0; turn < 20; turn++) await nextTurn();
      seen.push(`${chunk.toString()}: ${begun.join('')}`);
    }
    expect(seen).toEqual(['a: a', 'b: abcd', 'c: abcde', 'd: abcde', 'e: abcde']);
  });

  test('begins with the initialization and the first segment', async () => {
    const { begun, ports } = watched();
    const bytes = segmentBytes(rendition(['a', 'b', 'c'], { init: segment('i') }), ports);
    await bytes.next();
    await nextTurn();
    expect(begun).toEqual(['i', 'a']);
    await bytes.return?.();
  });

  test('does not begin before the first bytes are wanted', async () => {
    const { begun, ports } = watched();
    segmentBytes(rendition(['a']), ports);
    await nextTurn();
    expect(begun).toEqual([]);
  });

  test('holds a part of what is large', async () => {
    const produced = new Map<string, number>();
    const ports = portsFor({
      async *fetch(url) {
        for (let count = 1; count <= 60; count++) {
          produced.set(nameOf(url), count);
          yield Buffer.alloc(MIB);
        }
      },
    });
    const bytes = segmentBytes(rendition(['a', 'b', 'c', 'd']), ports);
    let length = 0;
    while (!produced.has('b')) length += (await bytes.next()).value?.length ?? 0;
    for (let turn = 0; turn < 500; turn++) await nextTurn();
    expect(produced.get('c')).toBeLessThanOrEqual(17);
    expect(produced.has('d')).toBe(true);
    for await (const chunk of bytes) length += chunk.length;
    expect(length).toBe(4 * 60 * MIB);
  });

  test('fails in its turn', async () => {
    const broken = new TransferError('transfer_broken');
    const ports = portsFor({
      async *fetch(url) {
        if (nameOf(url) === 'c') throw broken;
        yield Buffer.from(nameOf(url));
      },
    });
    const bytes = segmentBytes(rendition(['a', 'b', 'c', 'd']), ports);
    const seen: string[] = [];
    const reading = (async () => {
      for await (const chunk of bytes) {
        for (let turn = 0; turn < 20; turn++) await nextTurn();
        seen.push(chunk.toString());
      }
    })();
    await expect(reading).rejects.toBe(broken);
    expect(seen).toEqual(['a', 'b']);
  });
});

describe('nobody reads on', () => {
  /** Ports that say nothing until they are told to stop. */
  function silent() {
    const stopped = Promise.withResolvers<void>();
    const ports = portsFor({
      // oxlint-disable-next-line require-yield -- it is stopped before it has anything
      async *fetch(_url, _range, reader) {
        await new Promise<void>((resolve) => reader.addEventListener('abort', () => resolve()));
        stopped.resolve();
        throw new TransferError('cancelled');
      },
    });
    return { ports, stopped: stopped.promise };
  }

  test('while nothing comes: what is asked for is given up at once', async () => {
    const { ports, stopped } = silent();
    const bytes = segmentBytes(rendition(['a', 'b']), ports);
    const waiting = bytes.next();
    const left = bytes.return?.();
    await stopped;
    await expect(waiting).rejects.toEqual(failure('cancelled'));
    expect(await left).toMatchObject({ done: true });
  });

  test('because the visitor has left', async () => {
    const visitor = new AbortController();
    const { ports, stopped } = silent();
    const waiting = segmentBytes(rendition(['a']), { ...ports, signal: visitor.signal }).next();
    visitor.abort();
    await stopped;
    await expect(waiting).rejects.toEqual(failure('cancelled'));
  });

  test('between segments', async () => {
    const visitor = new AbortController();
    const bytes = segmentBytes(rendition(['ab', 'cd']), portsFor({ signal: visitor.signal }));
    await bytes.next();
    visitor.abort();
    await expect(Array.fromAsync(bytes)).rejects.toEqual(failure('cancelled'));
  });

  test('after the first bytes: all that was begun ends', async () => {
    const ended: string[] = [];
    const ports = portsFor({
      async *fetch(url) {
        try {
          for (;;) yield Buffer.alloc(MIB);
        } finally {
          ended.push(nameOf(url));
        }
      },
    });
    const bytes = segmentBytes(rendition(['a', 'b']), ports);
    await bytes.next();
    await bytes.return?.();
    await vi.waitFor(() => expect(ended).toEqual(['a']), TIMEOUTS);
  });
});

describe('segments from files', () => {
  const FILE = Buffer.alloc(9 * MIB, 'thirteen byte');

  test('are opened once where they are ranges of one', async () => {
    const open = vi.fn<(url: string) => Promise<ReturnType<typeof memoryFile>>>(async () => memoryFile(FILE));
    const ranges = [
      { offset: 0, length: 3 },
      { offset: 3, length: 9 * MIB - 4 },
    ];
    const list = rendition([], { segments: ranges.map((range) => segment('whole', { range })) });
    const bytes = Buffer.concat(await Array.fromAsync(segmentBytes(list, portsOf(open, signal))));
    expect(bytes.equals(FILE.subarray(0, -1))).toBe(true);
    expect(open).toHaveBeenCalledOnce();
  });

  test('are whole without ranges', async () => {
    const bytes = await Array.fromAsync(
      segmentBytes(
        rendition(['a']),
        portsOf(async () => memoryFile(FILE), signal),
      ),
    );
    expect(Buffer.concat(bytes).equals(FILE)).toBe(true);
  });

  test.each([
    ['16 bytes', KEY, KEY],
    ['a page', Buffer.from('<html>Sign in</html>'), failure('media_damaged')],
  ])('a key is %s', async (_, bytes, expected) => {
    const { fetchKey } = portsOf(async () => memoryFile(bytes), signal);
    expect(await fetchKey('https://h.example/key', signal).catch((error: unknown) => error)).toEqual(expected);
  });
});

test.each([
  [[{ bandwidth: 800_000, durationS: 60 }], 6_000_000],
  [
    [
      { bandwidth: 800_000, durationS: 60 },
      { bandwidth: 128_000, durationS: 61.5 },
    ],
    6_984_000,
  ],
  [[{ bandwidth: 0, durationS: 60 }], null],
  [
    [
      { bandwidth: 800_000, durationS: 60 },
      { bandwidth: 128_000, durationS: 0 },
    ],
    null,
  ],
])('%j is about %i bytes', (streams, bytes) => {
  expect(estimateBytes(streams)).toBe(bytes);
});
