import { afterEach, describe, expect, test } from 'vitest';
import { ok } from '#/model/failure.ts';
import { createChance, sha256 } from '../fixtures/chance.ts';
import type { Asked, Fault } from '../fixtures/faulty-answer.ts';
import { ETAG, type FaultyUpstream, sourceAt, startFaultyUpstream } from '../fixtures/faulty-upstream.ts';
import { createBufferPool } from './buffer-pool.ts';
import { createPrefetcher } from './prefetcher.ts';
import { openRemoteFile } from './remote-file.ts';
import { createUpstream, type UpstreamTimeouts, type Upstream } from './upstream.ts';

const SIZE = 600_000;
const HALF = SIZE / 2;
const chance = createChance(29);
const FILE = chance.bytes(SIZE);
/** As long, and begins as the other does for a while. */
const OTHER = Buffer.concat([FILE.subarray(0, 100_000), chance.bytes(SIZE - 100_000)]);
const FILES = new Map([
  ['/a', FILE],
  ['/fresh', FILE],
  ['/other', OTHER],
]);
const DATE = 'Wed, 21 Oct 2026 07:28:00 GMT';
const NEVER = new AbortController().signal;
const QUICK: Partial<UpstreamTimeouts> = { idleTimeoutMs: 1_000, backoffMs: 1, maxBackoffMs: 5 };
const CHANGED = { failure: { code: 'media_changed' } };
const CHUNK = 50_000;

const running: FaultyUpstream[] = [];
afterEach(async () => {
  for (const platform of running.splice(0)) {
    await platform.settled();
    await platform.close();
  }
});

type Setting = {
  faultOf?: (asked: Asked) => Fault | undefined;
  lastModified?: string;
  etag?: string | null;
  /** Where a fresh extraction leads. */
  renewedTo?: string;
  files?: Map<string, Buffer>;
};

async function reading({ renewedTo = '/fresh', ...options }: Setting) {
  const platform = await startFaultyUpstream({ files: FILES, ...options });
  running.push(platform);
  const ports = { egress: platform.egress, renew: async () => ok(sourceAt(renewedTo)), timeouts: QUICK };
  return { platform, ports, upstream: createUpstream(ports, sourceAt('/a')) };
}

/** In chunks one after the other, as a visitor does. What came before a failure is of one file. */
async function readAll(upstream: Upstream, from = 0): Promise<Buffer> {
  const parts: Buffer[] = [];
  const expectUnspliced = () => {
    const bytes = Buffer.concat(parts);
    expect([FILE, OTHER].some((file) => file.subarray(from, from + bytes.length).equals(bytes))).toBe(true);
  };
  for (let at = from; at < SIZE; at += CHUNK) {
    const into = Buffer.alloc(Math.min(CHUNK, SIZE - at));
    let told = 0;
    try {
      await upstream.fetch(at, into, { signal: NEVER, onBytes: (filled) => (told = filled) });
    } catch (error) {
      parts.push(into.subarray(0, told));
      expectUnspliced();
      throw error;
    }
    parts.push(into);
  }
  expectUnspliced();
  return Buffer.concat(parts);
}

async function expectWhole(upstream: Upstream): Promise<void> {
  expect(sha256(await readAll(upstream))).toBe(sha256(FILE));
}

/** From the middle on, answers are of another file. */
const fromHalf =
  (fault: Fault) =>
  ({ range }: Asked): Fault | undefined =>
    (range?.first ?? 0) >= HALF ? fault : undefined;
/** From the middle on, the address has expired. */
const expiring = ({ path, range }: Asked): Fault | undefined =>
  path === '/a' && (range?.first ?? 0) >= HALF ? { kind: 'status', status: 403 } : undefined;

describe('a file that becomes another of the same length at the same address is never spliced', () => {
  test.each<[string, Setting]>([
    ['another ETag', { faultOf: fromHalf({ kind: 'other', bytes: OTHER, etag: '"two"' }) }],
    [
      'another ETag, the same date',
      { lastModified: DATE, faultOf: fromHalf({ kind: 'other', bytes: OTHER, etag: '"two"' }) },
    ],
    [
      'another date, the same ETag',
      {
        lastModified: DATE,
        faultOf: fromHalf({ kind: 'other', bytes: OTHER, lastModified: 'Thu, 22 Oct 2026 07:28:00 GMT' }),
      },
    ],
  ])('told by %s', async (_, setting) => {
    const { upstream } = await reading(setting);
    await expect(readAll(upstream)).rejects.toMatchObject(CHANGED);
  });

  /** From a request on, whatever is asked for. */
  const since =
    (nth: number, fault: (asked: Asked) => Fault) =>
    (asked: Asked): Fault | undefined =>
      asked.nth >= nth ? fault(asked) : undefined;

  test('told by nothing: what was read before is looked at again', async () => {
    const faultOf = since(6, () => ({ kind: 'other', bytes: OTHER }));
    const { upstream } = await reading({ etag: null, faultOf });
    await expect(readAll(upstream)).rejects.toMatchObject(CHANGED);
  });

  test('told by nothing, after an answer that broke off', async () => {
    const faultOf = (asked: Asked): Fault | undefined =>
      asked.nth === 5 ? { kind: 'cut', after: 20_000 } : asked.nth > 6 ? { kind: 'other', bytes: OTHER } : undefined;
    const { upstream } = await reading({ etag: null, faultOf });
    await expect(readAll(upstream)).rejects.toMatchObject(CHANGED);
  });

  test('told by nothing, of an upstream without ranges: what is passed over is looked at', async () => {
    const files = new Map(FILES);
    const { upstream } = await reading({
      etag: null,
      files,
      faultOf({ nth }) {
        // For the answers behind this one.
        if (nth === 2) files.set('/a', OTHER);
        return { kind: 'whole', ...(nth <= 2 && { after: 320_000 }) };
      },
    });
    await expect(readAll(upstream)).rejects.toMatchObject(CHANGED);
  });

  test('and without either it is read whole where nothing changes', async () => {
    const { upstream, platform } = await reading({ etag: null });
    await expectWhole(upstream);
    // One small one more for each chunk behind the first.
    expect(platform.requests).toHaveLength(2 * (SIZE / CHUNK) - 1);
  });

  test('however many connections it is read over', async () => {
    const { ports } = await reading({
      lastModified: DATE,
      faultOf: fromHalf({ kind: 'other', bytes: OTHER, etag: '"two"' }),
    });
    const visit = new AbortController();
    const bufferPool = createBufferPool(2 ** 24);
    const file = await openRemoteFile(ports, sourceAt('/a'), { signal: visit.signal });
    const limits = { minChunkBytes: 32_768, maxChunkBytes: 32_768, maxConnections: 8, firstBytes: 2 ** 20 };
    const prefetcher = createPrefetcher([{ file, offset: 0, length: SIZE }].values(), {
      bufferPool,
      signal: visit.signal,
      limits,
    });
    const parts: Buffer[] = [];
    const drain = async () => {
      for (;;) {
        const bytes = await prefetcher.peek();
        parts.push(Buffer.from(bytes));
        prefetcher.consume(bytes.length);
      }
    };
    await expect(drain()).rejects.toMatchObject(CHANGED);
    const bytes = Buffer.concat(parts);
    expect(sha256(bytes)).toBe(sha256(FILE.subarray(0, bytes.length)));
    visit.abort();
    prefetcher.close();
  });
});

describe('after a renewal', () => {
  const validators: [string, Setting][] = [
    ['the same ETag', {}],
    ['the same ETag and date', { lastModified: DATE }],
    [
      'another ETag',
      { faultOf: (asked) => (asked.path === '/a' ? expiring(asked) : { kind: 'other', etag: '"two"' }) },
    ],
    ['nothing that tells it', { etag: null }],
  ];

  test.each(validators)('the same bytes go on: %s', async (_, setting) => {
    const { upstream, platform } = await reading({ faultOf: expiring, ...setting });
    await expectWhole(upstream);
    // The last 64 KB before the seam, and something further back.
    const again = platform.requests.filter(({ path, range }) => path === '/fresh' && (range?.first ?? 0) < HALF);
    expect(again.length).toBeGreaterThanOrEqual(2);
    expect(again.some(({ range }) => range?.last === HALF - 1)).toBe(true);
  });

  test.each(validators)('other bytes of the same length are media_changed: %s', async (_, setting) => {
    const { upstream } = await reading({ faultOf: expiring, ...setting, renewedTo: '/other' });
    await expect(readAll(upstream)).rejects.toMatchObject(CHANGED);
  });

  test('in the middle of an answer, too', async () => {
    const { upstream } = await reading({
      renewedTo: '/other',
      faultOf: ({ nth, path }) => {
        if (path !== '/a') return undefined;
        return nth === 1 ? { kind: 'cut', after: 300_000 } : { kind: 'status', status: 403 };
      },
    });
    const into = Buffer.alloc(SIZE);
    await expect(upstream.fetch(0, into, { signal: NEVER })).rejects.toMatchObject(CHANGED);
  });

  test('where no address serves ranges', async () => {
    const whole = ({ path, nth }: Asked): Fault | undefined => {
      if (path !== '/a') return { kind: 'whole' };
      return nth > 2 ? { kind: 'status', status: 403 } : { kind: 'whole', after: 320_000 };
    };
    await expectWhole((await reading({ faultOf: whole })).upstream);
    const { upstream } = await reading({ faultOf: whole, renewedTo: '/other' });
    await expect(readAll(upstream)).rejects.toMatchObject(CHANGED);
  });

  test('what keeps the proof away is no proof: the next try asks for it again', async () => {
    let broken = 0;
    const { upstream } = await reading({
      renewedTo: '/other',
      faultOf: (asked) => {
        if (asked.path === '/a') return expiring(asked);
        return broken++ < 2 ? { kind: 'status', status: 503 } : undefined;
      },
    });
    await expect(readAll(upstream)).rejects.toMatchObject(CHANGED);
  });
});

describe('a redirect to another edge that calls the file by another name', () => {
  const moved =
    (path: string): ((asked: Asked) => Fault | undefined) =>
    (asked) => {
      if (asked.path !== '/a') return { kind: 'other', etag: '"two"' };
      const headers = { Location: `http://v19.tiktok.com${path}` };
      return (asked.range?.first ?? 0) >= HALF ? { kind: 'status', status: 302, headers } : undefined;
    };

  test('is followed where the bytes are the same', async () => {
    await expectWhole((await reading({ faultOf: moved('/fresh') })).upstream);
  });

  test('is media_changed where they are not', async () => {
    const { upstream } = await reading({ faultOf: moved('/other') });
    await expect(readAll(upstream)).rejects.toMatchObject(CHANGED);
  });
});

describe('an ETag', () => {
  test('that is weak for once is the same', async () => {
    const { upstream } = await reading({ faultOf: fromHalf({ kind: 'other', etag: `W/${ETAG}` }) });
    await expectWhole(upstream);
  });

  test('that is not always told is no change', async () => {
    const { upstream } = await reading({ faultOf: fromHalf({ kind: 'other', etag: '' }) });
    await expectWhole(upstream);
  });
});

describe('a 206 that is not the range asked for is refused', () => {
  const nonsense: [string, (asked: Asked) => Fault][] = [
    ['it begins earlier', () => ({ kind: 'wrong range', by: -1 })],
    ['it begins much earlier', () => ({ kind: 'wrong range', by: -40_000 })],
    ['it begins later', () => ({ kind: 'wrong range', by: 1 })],
    ['it says that it begins earlier', ({ range }) => told(`bytes ${(range?.first ?? 1) - 1}-${SIZE - 1}/${SIZE}`)],
    [
      'it begins earlier and is as long',
      ({ range }) => told(`bytes ${(range?.first ?? 1) - 1}-${(range?.last ?? 1) - 1}/${SIZE}`),
    ],
    ['its length is not its range', ({ range }) => told(`bytes ${range?.first}-${(range?.first ?? 0) + 9}/${SIZE}`)],
    ['its range ends behind the file', ({ range }) => told(`bytes ${range?.first}-${SIZE + 9}/${SIZE}`)],
    [
      'its range ends before it begins',
      ({ range }) => told(`bytes ${range?.first}-${(range?.first ?? 9) - 9}/${SIZE}`),
    ],
    ['its range is of no unit known', ({ range }) => told(`items ${range?.first}-${range?.last}/${SIZE}`)],
    ['it tells no range', () => told('')],
    [
      'it is several ranges',
      () => ({ kind: 'headers', headers: { 'Content-Type': 'multipart/byteranges; boundary=x' } }),
    ],
    ['it is compressed', () => ({ kind: 'compressed' })],
    ['it is longer than its range', () => ({ kind: 'wrong length', by: 7 })],
    ['it is shorter than its range', () => ({ kind: 'wrong length', by: -7 })],
  ];
  function told(range: string): Fault {
    return { kind: 'headers', headers: { 'Content-Range': range } };
  }

  test.each(nonsense)('once, and the next answer is taken: %s', async (_, fault) => {
    const { upstream } = await reading({ faultOf: (asked) => (asked.nth % 3 === 2 ? fault(asked) : undefined) });
    await expectWhole(upstream);
  });

  test.each(nonsense)('for good: upstream_error, and nothing of it is passed on: %s', async (_, fault) => {
    const { upstream } = await reading({ faultOf: (asked) => (asked.nth > 1 ? fault(asked) : undefined) });
    await expect(readAll(upstream)).rejects.toMatchObject({ failure: { code: 'upstream_error' } });
  });

  test('the whole of another length is another file', async () => {
    const { upstream } = await reading({
      faultOf: ({ nth }) => (nth > 1 ? { kind: 'other', totalBytes: SIZE + 1 } : undefined),
    });
    await expect(readAll(upstream)).rejects.toMatchObject(CHANGED);
  });

  test('the whole where a range was asked for is read up to that range', async () => {
    const { upstream } = await reading({ faultOf: ({ nth }) => (nth > 1 ? { kind: 'whole' } : undefined) });
    await expectWhole(upstream);
  });
});
