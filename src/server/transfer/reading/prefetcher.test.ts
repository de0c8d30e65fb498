import { afterEach, describe, expect, test } from 'vitest';
import { fail } from '#/model/failure.ts';
import { createChance, sha256 } from '../fixtures/chance.ts';
import type { Asked, Fault } from '../fixtures/faulty-answer.ts';
import { type FaultyUpstream, sourceAt, startFaultyUpstream } from '../fixtures/faulty-upstream.ts';
import { type BufferPool, createBufferPool } from './buffer-pool.ts';
import { createPrefetcher, type Prefetcher, type WantedBytes } from './prefetcher.ts';
import { openRemoteFile, type RemoteFile } from './remote-file.ts';
import type { UpstreamTimeouts } from './upstream.ts';
import type { WindowLimits } from './window.ts';

const HEAD = 128 * 1024;
const chance = createChance(5);
const FILES = new Map([
  ['/a', chance.bytes(1_500_000)],
  ['/b', chance.bytes(400_000)],
]);
const A = FILES.get('/a') ?? Buffer.alloc(0);
const B = FILES.get('/b') ?? Buffer.alloc(0);
const QUICK: Partial<UpstreamTimeouts> = { idleTimeoutMs: 150, backoffMs: 1, maxBackoffMs: 5 };
const PATIENT: Partial<UpstreamTimeouts> = { idleTimeoutMs: 60_000, backoffMs: 60_000, maxBackoffMs: 60_000 };
const CHUNK = 64 * 1024;
const LIMITS: WindowLimits = { minChunkBytes: CHUNK, maxChunkBytes: CHUNK, maxConnections: 4, firstBytes: 0 };

let platform: FaultyUpstream | undefined;
let bufferPool: BufferPool;
/** Ends with the test, as a visitor's would. */
let visit: AbortController;
afterEach(async () => {
  visit.abort();
  await expect.poll(() => bufferPool.usedBytes).toBe(0);
  await platform?.settled();
  await platform?.close();
});

type Setting = {
  faultOf?: (asked: Asked) => Fault | undefined;
  timeouts?: Partial<UpstreamTimeouts>;
  limitBytes?: number;
};

async function start({ faultOf, timeouts = QUICK, limitBytes = 2 ** 30 }: Setting = {}) {
  bufferPool = createBufferPool(limitBytes);
  visit = new AbortController();
  const started = await startFaultyUpstream({ files: FILES, ...(faultOf && { faultOf }) });
  platform = started;
  const ports = { egress: started.egress, renew: () => Promise.resolve(fail('format_gone')), timeouts };
  const open = (path: string) => openRemoteFile(ports, sourceAt(path), { signal: visit.signal });
  const prefetcher = (wanted: WantedBytes[], limits: Partial<WindowLimits> = {}) =>
    createPrefetcher(wanted.values(), { bufferPool, signal: visit.signal, limits: { ...LIMITS, ...limits } });
  return { platform: started, open, prefetcher };
}

async function readAll(prefetcher: Prefetcher, length: number, onBytes: () => unknown = () => {}): Promise<Buffer> {
  const parts: Buffer[] = [];
  for (let left = length; left > 0;) {
    const there = await prefetcher.peek();
    const part = Buffer.from(there.subarray(0, Math.min(left, 1 + chance.below(there.length))));
    parts.push(part);
    left -= part.length;
    await onBytes();
    prefetcher.consume(part.length);
  }
  return Buffer.concat(parts);
}

function whole(file: RemoteFile): WantedBytes {
  return { file, offset: 0, length: file.totalBytes };
}

describe('a prefetcher', () => {
  test('hands out the bytes of several files in the order they are wanted', async () => {
    const { open, prefetcher } = await start();
    const [a, b] = await Promise.all([open('/a'), open('/b')]);
    const wanted: WantedBytes[] = [];
    const expected: Buffer[] = [];
    for (let n = 0; n < 40; n++) {
      const [file, bytes] = chance.pick([[a, A] as const, [b, B] as const]);
      const offset = chance.below(bytes.length);
      const length = chance.below(Math.min(bytes.length - offset, 200_000));
      wanted.push({ file, offset, length });
      expected.push(bytes.subarray(offset, offset + length));
    }
    const all = Buffer.concat(expected);
    expect(sha256(await readAll(prefetcher(wanted), all.length))).toBe(sha256(all));
  });

  test('begins before anybody asks for its bytes', async () => {
    const { platform, open, prefetcher } = await start();
    const file = await open('/a');
    prefetcher([{ file, offset: 500_000, length: 300_000 }]);
    await expect.poll(() => platform.requests.length).toBe(3);
  });

  test.each([1, 2, 3, 4, 5, 6])('hands them out whatever happens upstream (seed %d)', async (seed) => {
    const faults = createChance(seed);
    const { open, prefetcher } = await start({
      faultOf: ({ nth }) => {
        if (faults.below(3) > 0 || nth === 1) return undefined;
        const kind = faults.pick(['cut', 'truncated', 'stalled', 'cut', 'truncated', 'whole'] as const);
        if (faults.below(4) === 0) return { kind: 'status', status: faults.pick([429, 500, 503, 302]) };
        return { kind, after: faults.below(CHUNK) };
      },
    });
    const file = await open('/a');
    expect(sha256(await readAll(prefetcher([whole(file)]), A.length))).toBe(sha256(A));
  });

  test.each([
    ['with its length', (): Fault => ({ kind: 'whole' })],
    ['in chunks', (): Fault => ({ kind: 'chunked' })],
    ['breaking off', (): Fault => ({ kind: 'whole', after: 300_000 + chance.below(2_000_000) })],
  ])('reads an upstream without ranges with several chunks in flight: %s', async (_, faultOf) => {
    const { platform, open, prefetcher } = await start({ faultOf });
    const file = await open('/a');
    expect(sha256(await readAll(prefetcher([whole(file)]), A.length))).toBe(sha256(A));
    expect(platform.requests.length).toBeLessThan(12);
  });

  test('asks for more at once when it is waited for, as much as it may', async () => {
    let most = 0;
    const { platform, open, prefetcher } = await start({
      faultOf: () => {
        most = Math.max(most, platform?.underWay.size ?? 0);
        return { kind: 'slow', after: 0, bytesPerTick: 16_000, tickMs: 2 };
      },
    });
    const file = await open('/a');
    await file.read(0, HEAD);
    most = 0;
    expect(sha256(await readAll(prefetcher([whole(file)]), A.length))).toBe(sha256(A));
    expect(most).toBe(4);
  });

  test('tells what keeps the bytes away, after those that came', async () => {
    const { open, prefetcher } = await start({
      faultOf: ({ range }) => (range && range.first >= 2 * HEAD ? { kind: 'other', totalBytes: 5 } : undefined),
    });
    const file = await open('/a');
    const reading = prefetcher([whole(file)]);
    expect(sha256(await readAll(reading, 2 * HEAD))).toBe(sha256(A.subarray(0, 2 * HEAD)));
    await expect(reading.peek()).rejects.toMatchObject({ failure: { code: 'media_changed' } });
    reading.close();
  });

  test('read past its end fails', async () => {
    const { open, prefetcher } = await start();
    const file = await open('/b');
    const reading = prefetcher([{ file, offset: 0, length: 10 }]);
    await readAll(reading, 10);
    await expect(reading.peek()).rejects.toThrow('past the end');
  });
});

describe('memory', () => {
  test.each([0, CHUNK, 3 * CHUNK])(
    'a slow visitor holds no more than the budget of %d and one chunk',
    async (limitBytes) => {
      const { open, prefetcher } = await start({ limitBytes });
      const file = await open('/a');
      let most = 0;
      const bytes = await readAll(prefetcher([whole(file)], { maxConnections: 8 }), A.length, async () => {
        most = Math.max(most, bufferPool.usedBytes);
        await new Promise(setImmediate);
      });
      expect(sha256(bytes)).toBe(sha256(A));
      expect(most).toBeLessThanOrEqual(Math.max(limitBytes, CHUNK));
    },
  );

  test('many share one budget, and each arrives', async () => {
    const { open, prefetcher } = await start({ limitBytes: 4 * CHUNK });
    const file = await open('/a');
    const prefetchers = Array.from({ length: 10 }, () => prefetcher([whole(file)]));
    let most = 0;
    const all = await Promise.all(
      prefetchers.map((one) => readAll(one, A.length, () => (most = Math.max(most, bufferPool.usedBytes)))),
    );
    expect(new Set(all.map(sha256))).toEqual(new Set([sha256(A)]));
    expect(most).toBeLessThanOrEqual((4 + 10) * CHUNK);
    expect(bufferPool.usedBytes).toBe(0);
  });

  test('fewer are asked for at once when the visitor is the slower side', async () => {
    const chunkBytes = 16 * 1024;
    const { open, prefetcher } = await start({
      faultOf: ({ range }) =>
        (range?.first ?? 0) < A.length / 2 ? { kind: 'slow', after: 0, bytesPerTick: 4000, tickMs: 1 } : undefined,
    });
    const file = await open('/a');
    const reading = prefetcher([whole(file)], { minChunkBytes: chunkBytes, maxChunkBytes: chunkBytes });
    await readAll(reading, A.length / 4);
    const atFirst = bufferPool.usedBytes;
    await readAll(reading, A.length / 2, () => new Promise((resolve) => setTimeout(resolve, 5)));
    expect(atFirst).toBeGreaterThan(2 * chunkBytes);
    expect(bufferPool.usedBytes).toBe(2 * chunkBytes);
  });
});

describe('when nobody reads on', () => {
  const WAYS = [
    ['before an answer', { kind: 'silent' }],
    ['within an answer', { kind: 'stalled', after: 5000 }],
    ['while the server wants to be left alone', { kind: 'status', status: 503, headers: { 'Retry-After': '60' } }],
    ['where the range is ignored', { kind: 'whole, stalled', after: HEAD + 5000 }],
  ] as [string, Fault][];

  /** Reads until nothing comes any more. */
  async function readUntil(fault: Fault) {
    const isStreamed = fault.kind === 'whole, stalled';
    const { platform, open, prefetcher } = await start({
      faultOf: ({ nth }) => (nth > 1 || isStreamed ? fault : undefined),
      timeouts: PATIENT,
    });
    const file = await open('/a');
    await file.read(0, HEAD);
    const reading = prefetcher([{ file, offset: HEAD, length: 500_000 }]);
    const waiting = (async () => {
      for (;;) reading.consume((await reading.peek()).length);
    })();
    await expect.poll(() => platform.requests.length).toBeGreaterThan(1);
    return { platform, reading, waiting };
  }

  test.each(WAYS)('%s: a prefetcher that is closed lets go of all, and whoever waits is told', async (_, fault) => {
    const { platform, reading, waiting } = await readUntil(fault);
    expect(bufferPool.usedBytes).toBeGreaterThan(0);
    reading.close();
    reading.close();
    await expect(waiting).rejects.toMatchObject({ failure: { code: 'cancelled' } });
    await expect(reading.peek()).rejects.toMatchObject({ failure: { code: 'cancelled' } });
    await expect.poll(() => bufferPool.usedBytes).toBe(0);
    await platform.settled();
  });

  test.each(WAYS)('%s: the same when the visitor leaves', async (_, fault) => {
    const { platform, waiting } = await readUntil(fault);
    visit.abort();
    await expect(waiting).rejects.toMatchObject({ failure: { code: 'cancelled' } });
    await expect.poll(() => bufferPool.usedBytes).toBe(0);
    await platform.settled();
  });

  test('who has left already gets nothing', async () => {
    const { open, prefetcher } = await start();
    const file = await open('/a');
    visit.abort();
    const reading = prefetcher([whole(file)]);
    await expect(reading.peek()).rejects.toMatchObject({ failure: { code: 'cancelled' } });
    expect(bufferPool.usedBytes).toBe(0);
  });

  test('in the middle of a download: each buffer is given back once', async () => {
    // Fifty at once may each wait for their turn.
    const { open, prefetcher } = await start({ timeouts: PATIENT });
    const file = await open('/a');
    await Promise.all(
      Array.from({ length: 50 }, async () => {
        const reading = prefetcher([whole(file)]);
        await readAll(reading, 1 + chance.below(A.length / 2));
        reading.close();
      }),
    );
    await expect.poll(() => bufferPool.usedBytes).toBe(0);
    expect(sha256(await readAll(prefetcher([whole(file)]), A.length))).toBe(sha256(A));
  });
});

describe('a connection much slower than the others', () => {
  test.each([
    ['says nothing', { kind: 'silent' }],
    ['stops', { kind: 'stalled', after: 1000 }],
    ['crawls', { kind: 'slow', after: 1000, bytesPerTick: 1, tickMs: 20 }],
  ] as [string, Fault][])('that %s is given up for another', async (_, fault) => {
    let isOver = false;
    const { platform, open, prefetcher } = await start({
      faultOf({ range }) {
        if (isOver || range?.first !== 8 * CHUNK) return undefined;
        isOver = true;
        return fault;
      },
      timeouts: PATIENT,
    });
    const file = await open('/a');
    expect(sha256(await readAll(prefetcher([whole(file)]), A.length))).toBe(sha256(A));
    const firsts = platform.requests.map(({ range }) => range?.first ?? 0);
    expect(firsts.filter((first) => first >= 8 * CHUNK && first < 9 * CHUNK).length).toBeGreaterThan(1);
  });
});
