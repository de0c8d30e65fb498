import { afterEach, describe, expect, test } from 'vitest';
import { fail } from '#/model/failure.ts';
import { createChance, sha256 } from '../fixtures/chance.ts';
import type { Asked, Fault } from '../fixtures/faulty-answer.ts';
import { type FaultyUpstream, sourceAt, startFaultyUpstream } from '../fixtures/faulty-upstream.ts';
import { type BufferPool, createBufferPool } from '../reading/buffer-pool.ts';
import { openRemoteFile } from '../reading/remote-file.ts';
import type { UpstreamTimeouts } from '../reading/upstream.ts';
import { layOut, type FileLayout, type PassedBox, type Piece } from './layout.ts';
import { type LayoutInput, serveLayout, type Sink } from './serve-layout.ts';

const chance = createChance(17);
/** On a busy machine, what nobody keeps silent on purpose takes longer than a tenth of a second, too. */
const UNHURRIED: Partial<UpstreamTimeouts> = { idleTimeoutMs: 10_000, backoffMs: 1, maxBackoffMs: 5 };
const PATIENT: Partial<UpstreamTimeouts> = { idleTimeoutMs: 60_000, backoffMs: 60_000, maxBackoffMs: 60_000 };

const FILES = new Map([
  ['/picture', chance.bytes(3_000_000)],
  ['/sound', chance.bytes(900_000)],
  ['/more', chance.bytes(500_000)],
  ['/fragments', fragments(40)],
]);
const NAMES = ['/picture', '/sound', '/more', '/fragments'] as const;
const GROUPS = [0, 1, 0, 1];

function bytesOf(input: number): Buffer {
  return FILES.get(NAMES[input] ?? '') ?? Buffer.alloc(0);
}

function box(type: string, body: Buffer, isLarge = false): Buffer {
  const header = Buffer.alloc(isLarge ? 16 : 8);
  header.writeUInt32BE(isLarge ? 1 : header.length + body.length, 0);
  header.write(type, 4, 'latin1');
  if (isLarge) header.writeBigUInt64BE(BigInt(header.length + body.length), 8);
  return Buffer.concat([header, body]);
}

/** Boxes of movie fragments, several of them in each second, with headers of both lengths. */
function fragments(count: number): Buffer {
  return Buffer.concat(
    Array.from({ length: count }, (_, n) => {
      const moof = box('moof', chance.bytes(8 + chance.below(3000)));
      const mdat = box('mdat', chance.bytes(chance.below(n % 10 === 0 ? 300_000 : 9000)), n % 7 === 0);
      return Buffer.concat(
        n % 3 === 0 ? [box('styp', chance.bytes(8)), moof, mdat, box('free', chance.bytes(4 + n))] : [moof, mdat],
      );
    }),
  );
}

/** Where the boxes of a stretch of fragments lie. */
function boxesOf(bytes: Buffer): { type: string; at: number; size: number }[] {
  const found = [];
  for (let at = 0; at < bytes.length;) {
    const size = bytes.readUInt32BE(at) === 1 ? Number(bytes.readBigUInt64BE(at + 8)) : bytes.readUInt32BE(at);
    found.push({ type: bytes.toString('latin1', at + 4, at + 8), at, size });
    at += size;
  }
  return found;
}

/** Stretches that hold one to three boxes with bodies to be rewritten, and end where a box does. */
const CUTS = boxesOf(bytesOf(3))
  .filter((_, n) => n % 5 === 0)
  .map(({ at }) => at);

const invert = (bytes: Buffer) => {
  for (let n = 0; n < bytes.length; n++) bytes[n] = 255 - (bytes[n] ?? 0);
};
const stamp = (bytes: Buffer, at: number) => void bytes.writeUInt32BE(at, 8);

function randomPiece(): Piece {
  switch (chance.pick(['bytes', 'made', 'copy', 'copy', 'copy', 'rewritten', 'fragment'] as const)) {
    case 'bytes': {
      const bytes = chance.bytes(chance.below(5000));
      return { kind: 'bytes', length: bytes.length, bytes };
    }
    case 'made': {
      const bytes = chance.bytes(1 + chance.below(5000));
      return { kind: 'made', length: bytes.length, make: () => Promise.resolve(bytes) };
    }
    case 'copy':
      return { kind: 'copy', ...randomExtent(chance.pick([10, 3000, 200_000])) };
    case 'rewritten':
      return { kind: 'rewritten', ...randomExtent(4000), rewrite: invert };
    case 'fragment': {
      const from = chance.below(CUTS.length - 3);
      const [offset = 0, end = 0] = [CUTS[from], CUTS[from + 1 + chance.below(2)]];
      return { kind: 'fragment', input: 3, offset, length: end - offset, rewrite: stamp };
    }
  }
}

function randomExtent(maxLength: number): { input: number; offset: number; length: number } {
  const input = chance.below(3);
  const length = 1 + chance.below(maxLength);
  return { input, offset: chance.below(bytesOf(input).length - length), length };
}

/** The whole of a layout, put together from the files themselves. */
async function put(layout: FileLayout): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  for (const [n, piece] of layout.pieces.entries()) {
    if (piece.kind === 'bytes') parts.push(piece.bytes);
    else if (piece.kind === 'made') parts.push(await piece.make(new AbortController().signal));
    else {
      const bytes = Buffer.from(bytesOf(piece.input).subarray(piece.offset, piece.offset + piece.length));
      if (piece.kind === 'rewritten') invert(bytes);
      const boxes = piece.kind === 'fragment' ? boxesOf(bytes).filter(({ type }) => type !== 'mdat') : [];
      for (const { at, size } of boxes) stamp(bytes.subarray(at, at + size), (layout.starts[n] ?? 0) + at);
      parts.push(bytes);
    }
  }
  return Buffer.concat(parts);
}

const ALL_KINDS = layOut('video/mp4', Array.from({ length: 150 }, randomPiece));

let platform: FaultyUpstream;
let bufferPool: BufferPool;
let visit: AbortController;
afterEach(async () => {
  visit.abort();
  await expect.poll(() => bufferPool.usedBytes).toBe(0);
  await platform.settled();
  await platform.close();
});

type Setting = {
  faultOf?: (asked: Asked) => Fault | undefined;
  timeouts?: Partial<UpstreamTimeouts>;
  limitBytes?: number;
};

async function start({ faultOf, timeouts = UNHURRIED, limitBytes = 2 ** 30 }: Setting = {}) {
  bufferPool = createBufferPool(limitBytes);
  visit = new AbortController();
  platform = await startFaultyUpstream({ files: FILES, ...(faultOf && { faultOf }) });
  const ports = { egress: platform.egress, renew: () => Promise.resolve(fail('format_gone')), timeouts };
  return Promise.all(
    NAMES.map(async (path, n): Promise<LayoutInput> => {
      const file = await openRemoteFile(ports, sourceAt(path), { signal: visit.signal });
      return { file, group: GROUPS[n] ?? 0 };
    }),
  );
}

async function serve(
  layout: FileLayout,
  inputs: LayoutInput[],
  start = 0,
  end = layout.totalBytes - 1,
): Promise<Buffer> {
  const parts: Buffer[] = [];
  await serveLayout(layout, inputs, { start, end, bufferPool, signal: visit.signal }, (bytes) => {
    expect(bytes.length).toBeGreaterThan(0);
    parts.push(Buffer.from(bytes));
    return undefined;
  });
  return Buffer.concat(parts);
}

/** Takes what it is given, and looks whether that changes before it says that it may. */
function slowSink(parts: Buffer[], onBytes: () => void = () => {}): Sink {
  return async (bytes) => {
    const before = Buffer.from(bytes);
    onBytes();
    await new Promise(setImmediate);
    await new Promise(setImmediate);
    expect(sha256(bytes)).toBe(sha256(before));
    parts.push(before);
  };
}

test('boxes that pass are told where a piece is served whole, and only there', async () => {
  const inputs = await start();
  const told: PassedBox[][] = [];
  const bytes = bytesOf(3);
  const half = CUTS[CUTS.length >> 1] ?? 0;
  const pieces = [
    [0, half],
    [half, bytes.length],
  ].map(([offset = 0, end = 0], place): Piece => {
    const watch = (boxes: PassedBox[]) => void (told[place] = boxes);
    return { kind: 'copy', input: 3, offset, length: end - offset, watch };
  });
  const layout = layOut('video/mp4', pieces);
  expect(layout.pieces).toHaveLength(2);
  expect(sha256(await serve(layout, inputs, 1))).toBe(sha256(bytes.subarray(1)));
  expect(told[0]).toBeUndefined();
  const second = boxesOf(bytes.subarray(half)).filter(({ type }) => type === 'moof');
  expect(told[1]).toEqual(
    second.map(({ at, size }) => ({ position: at, bytes: bytes.subarray(half + at, half + at + size) })),
  );
  expect(sha256(await serve(layout, inputs, 0, bytes.length - 2))).toBe(sha256(bytes.subarray(0, -1)));
  expect(told[0]?.length).toBeGreaterThan(10);
});

test('what takes a while is begun with the range, if the range comes to it', async () => {
  const inputs = await start();
  const begun: number[] = [];
  const made = chance.bytes(100);
  const layout = layOut('video/mp4', [
    { kind: 'copy', input: 0, offset: 0, length: 1000 },
    {
      kind: 'made',
      length: made.length,
      make: () => Promise.resolve(made),
      prepare: (from) => Promise.resolve(void begun.push(from)),
    },
  ]);
  await serve(layout, inputs, 0, 999);
  expect(begun).toEqual([]);
  expect((await serve(layout, inputs, 500)).subarray(500)).toEqual(made);
  expect(begun).toEqual([500]);
});

describe('ranges of a layout of all kinds of pieces', () => {
  async function compare(inputs: LayoutInput[], count: number): Promise<void> {
    const whole = await put(ALL_KINDS);
    expect(new Set(ALL_KINDS.pieces.map(({ kind }) => kind)).size).toBe(5);
    expect(whole.length).toBe(ALL_KINDS.totalBytes);
    expect(sha256(await serve(ALL_KINDS, inputs))).toBe(sha256(whole));
    let left = count;
    const visitor = async () => {
      while (left-- > 0) {
        const start = chance.below(whole.length);
        const length = 1 + chance.below(Math.min(whole.length - start, chance.pick([1, 100, 20_000, 400_000])));
        const bytes = await serve(ALL_KINDS, inputs, start, start + length - 1);
        expect([start, length, sha256(bytes)]).toEqual([start, length, sha256(whole.subarray(start, start + length))]);
      }
    };
    await Promise.all(Array.from({ length: 8 }, visitor));
    await expect.poll(() => bufferPool.usedBytes).toBe(0);
  }

  test('are slices of the whole, 1,000 of them', { timeout: 60_000 }, async () => {
    await compare(await start(), 1000);
  });

  test('also over an upstream that errs', { timeout: 60_000 }, async () => {
    const inputs = await start({
      faultOf({ nth }) {
        if (chance.below(4) > 0 || nth <= 4) return undefined;
        const kind = chance.pick(['cut', 'truncated', 'cut', 'truncated', 'stalled', 'whole'] as const);
        return { kind, after: chance.below(200_000) };
      },
      timeouts: { ...UNHURRIED, idleTimeoutMs: 300 },
    });
    await compare(inputs, 60);
  });

  test('also where no upstream serves ranges', { timeout: 60_000 }, async () => {
    await compare(await start({ faultOf: () => ({ kind: 'whole' }) }), 40);
  });
});

describe('a layout', () => {
  const copyAll: Piece = { kind: 'copy', input: 0, offset: 0, length: 3_000_000 };

  test('is read from all its files at once', async () => {
    const inputs = await start();
    const before = platform.requests.length;
    const layout = layOut('video/mp4', [
      { kind: 'copy', input: 0, offset: 500_000, length: 1000 },
      { kind: 'copy', input: 1, offset: 500_000, length: 1000 },
    ]);
    const sent: number[] = [];
    await serveLayout(layout, inputs, { start: 0, end: 1999, bufferPool, signal: visit.signal }, async (bytes) => {
      await expect.poll(() => platform.requests.length).toBe(before + 2);
      sent.push(bytes.length);
    });
    expect(sent).toEqual([1000, 1000]);
  });

  test('asks for nothing where its bytes are known', async () => {
    const inputs = await start();
    const before = platform.requests.length;
    const known = chance.bytes(2000);
    const layout = layOut('video/mp4', [{ kind: 'bytes', length: 2000, bytes: known }, copyAll]);
    expect(await serve(layout, inputs, 10, 1999)).toEqual(known.subarray(10));
    expect(platform.requests.length).toBe(before);
  });

  test('holds no more memory than the budget and a chunk for each prefetcher, however slow the visitor', async () => {
    const limitBytes = 2 * 1024 * 1024;
    const inputs = await start({ limitBytes });
    const layout = layOut('video/mp4', [copyAll, { kind: 'copy', input: 1, offset: 0, length: 900_000 }]);
    const parts: Buffer[] = [];
    let most = 0;
    const sink = slowSink(parts, () => (most = Math.max(most, bufferPool.usedBytes)));
    const all = { start: 0, end: layout.totalBytes - 1, bufferPool, signal: visit.signal };
    await serveLayout(layout, inputs, all, sink);
    expect(sha256(Buffer.concat(parts))).toBe(sha256(await put(layout)));
    expect(most).toBeLessThanOrEqual(limitBytes + 1.25 * 1024 * 1024);
    expect(most).toBeGreaterThan(1024 * 1024);
  });

  test('whose visitor has left is read no further', async () => {
    const inputs = await start({
      faultOf: ({ nth }) => (nth > 6 ? { kind: 'stalled', after: 5000 } : undefined),
      timeouts: PATIENT,
    });
    const layout = layOut('video/mp4', [copyAll]);
    const serving = serve(layout, inputs);
    await expect.poll(() => platform.underWay.size).toBeGreaterThan(0);
    visit.abort();
    await expect(serving).rejects.toMatchObject({ failure: { code: 'cancelled' } });
    await platform.settled();
  });

  test('whose bytes nobody takes any more is read no further', async () => {
    const inputs = await start({
      faultOf: ({ nth }) => (nth > 4 ? { kind: 'stalled', after: 5000 } : undefined),
      timeouts: PATIENT,
    });
    const gone = new Error('gone');
    const all = { start: 0, end: 2_999_999, bufferPool, signal: visit.signal };
    const serving = serveLayout(layOut('video/mp4', [copyAll]), inputs, all, () => Promise.reject(gone));
    await expect(serving).rejects.toBe(gone);
    await expect.poll(() => bufferPool.usedBytes).toBe(0);
    await platform.settled();
  });

  test('one of whose files changes fails, after the bytes before', async () => {
    const inputs = await start({
      faultOf: ({ path, range }) =>
        path === '/picture' && (range?.first ?? 0) > 1_500_000 ? { kind: 'other', totalBytes: 7 } : undefined,
    });
    const parts: Buffer[] = [];
    const all = { start: 0, end: 2_999_999, bufferPool, signal: visit.signal };
    const serving = serveLayout(layOut('video/mp4', [copyAll]), inputs, all, slowSink(parts));
    await expect(serving).rejects.toMatchObject({ failure: { code: 'media_changed' } });
    const sent = Buffer.concat(parts);
    expect(sent.length).toBeGreaterThan(1_000_000);
    expect(sha256(sent)).toBe(sha256(bytesOf(0).subarray(0, sent.length)));
  });

  test('sends nothing of what it knows where the first bytes that it reads cannot be had', async () => {
    const inputs = await start({ faultOf: ({ nth }) => (nth > 4 ? { kind: 'status', status: 404 } : undefined) });
    const known = chance.bytes(2000);
    const layout = layOut('video/mp4', [
      { kind: 'bytes', length: 2000, bytes: known },
      { kind: 'copy', input: 0, offset: 1_000_000, length: 1_000_000 },
    ]);
    const sent: number[] = [];
    const all = { start: 0, end: layout.totalBytes - 1, bufferPool, signal: visit.signal };
    const serving = serveLayout(layout, inputs, all, (bytes) => void sent.push(bytes.length));
    await expect(serving).rejects.toMatchObject({ failure: { code: 'format_gone' } });
    expect(sent).toEqual([]);
  });

  test.each<[string, Piece]>([
    ['media_damaged', { kind: 'copy', input: 1, offset: 899_000, length: 2000 }],
    ['internal', { kind: 'copy', input: 9, offset: 0, length: 10 }],
    ['internal', { kind: 'made', length: 10, make: () => Promise.resolve(Buffer.alloc(9)) }],
    ['media_damaged', { kind: 'rewritten', input: 0, offset: 0, length: 40_000_000, rewrite: invert }],
    ['media_damaged', { kind: 'fragment', input: 0, offset: 0, length: 1000, rewrite: stamp }],
    ['media_damaged', { kind: 'fragment', input: 3, offset: 0, length: 4, rewrite: stamp }],
    ['media_damaged', { kind: 'fragment', input: 3, offset: 0, length: 12, rewrite: stamp }],
  ])('that promises what is not there fails: %s, %o', async (code, piece) => {
    const inputs = await start();
    await expect(serve(layOut('video/mp4', [piece]), inputs)).rejects.toMatchObject({ failure: { code } });
  });
});

describe('boxes that damaged fragments hold', () => {
  const header = (size: number, type: string, large?: bigint) => {
    const bytes = Buffer.alloc(200_000);
    bytes.writeUInt32BE(size, 0);
    bytes.write(type, 4, 'latin1');
    if (large !== undefined) bytes.writeBigUInt64BE(large, 8);
    return bytes;
  };
  test.each([
    ['of no size', header(0, 'mdat')],
    ['smaller than their header', header(7, 'moof')],
    ['larger than the fragment', header(200_001, 'moof')],
    ['of a large size that is small', header(1, 'mdat', 15n)],
    ['of a size beyond all', header(1, 'mdat', 2n ** 64n - 1n)],
    ['too large to hold', header(4_000_000_000, 'moof')],
    ['more than any fragment has', Buffer.alloc(192_000, box('free', Buffer.alloc(4)))],
  ])('%s', async (_, bytes) => {
    FILES.set('/damaged', bytes);
    const [first] = await start();
    if (!first) throw new Error('nothing to read');
    const ports = { egress: platform.egress, renew: () => Promise.resolve(fail('format_gone')) };
    const file = await openRemoteFile(ports, sourceAt('/damaged'), { signal: visit.signal });
    const layout = layOut('video/mp4', [
      { kind: 'fragment', input: 0, offset: 0, length: bytes.length, rewrite: stamp },
    ]);
    await expect(serve(layout, [{ file, group: 0 }])).rejects.toMatchObject({ failure: { code: 'media_damaged' } });
  });
});
