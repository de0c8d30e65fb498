import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { fail } from '#/model/failure.ts';
import type { Source } from '#/server/engine/media/extraction.ts';
import { createChance, sha256 } from '../fixtures/chance.ts';
import type { Asked, Fault } from '../fixtures/faulty-answer.ts';
import { ETAG, type FaultyUpstream, sourceAt, startFaultyUpstream } from '../fixtures/faulty-upstream.ts';
import { heldBytes } from '../fixtures/held-memory.ts';
import { openRemoteFile, type RemoteFile } from './remote-file.ts';
import type { UpstreamTimeouts } from './upstream.ts';

const HEAD = 128 * 1024;
const chance = createChance(3);
const FILES = new Map([
  ['/long', chance.bytes(700_000)],
  ['/short', chance.bytes(1_000)],
  ['/empty', Buffer.alloc(0)],
]);
const LONG = FILES.get('/long') ?? Buffer.alloc(0);
const SHORT = FILES.get('/short') ?? Buffer.alloc(0);
const NEVER = new AbortController().signal;
const QUICK: Partial<UpstreamTimeouts> = { idleTimeoutMs: 100, backoffMs: 1, maxBackoffMs: 5 };
/** Where nothing is silent on purpose: on a busy machine what is asked for takes longer than a tenth of a second. */
const UNHURRIED = { ...QUICK, idleTimeoutMs: 10_000 };
const PATIENT: Partial<UpstreamTimeouts> = { idleTimeoutMs: 60_000, backoffMs: 60_000, maxBackoffMs: 60_000 };

const running: FaultyUpstream[] = [];
const visitors: AbortController[] = [];
afterEach(async () => {
  vi.useRealTimers();
  for (const visitor of visitors.splice(0)) visitor.abort();
  for (const platform of running.splice(0)) {
    await platform.settled();
    await platform.close();
  }
});

function newVisitor(): AbortController {
  const visitor = new AbortController();
  visitors.push(visitor);
  return visitor;
}

async function start(faultOf?: (asked: Asked) => Fault | undefined, timeouts: Partial<UpstreamTimeouts> = UNHURRIED) {
  const platform = await startFaultyUpstream({ files: FILES, ...(faultOf && { faultOf }) });
  running.push(platform);
  const ports = { egress: platform.egress, renew: () => Promise.resolve(fail('format_gone')), timeouts };
  const open = (
    path: string,
    options: { at?: number; headBytes?: number; signal?: AbortSignal } = {},
    source?: Partial<Source>,
  ) => openRemoteFile(ports, sourceAt(path, source), { signal: newVisitor().signal, ...options });
  return { platform, open };
}

async function fill(file: RemoteFile, offset: number, length: number, signal = NEVER): Promise<Buffer> {
  const into = Buffer.alloc(length);
  let told = 0;
  await file.fill(offset, into, { signal, onBytes: (filled) => (told = filled) });
  expect(told).toBe(length);
  return into;
}

describe('opening a file', () => {
  test('tells what it is before its bytes have come', async () => {
    const { open } = await start(() => ({ kind: 'stalled', after: 500 }), PATIENT);
    const file = await open('/long');
    expect(file.facts).toEqual({ totalBytes: LONG.length, lastModified: null, etag: ETAG });
    expect(await file.read(0, 500)).toEqual(LONG.subarray(0, 500));
  });

  test('brings the head along: what is in it is not asked for again', async () => {
    const { platform, open } = await start();
    const file = await open('/long');
    const [one, other] = await Promise.all([file.read(0, HEAD), fill(file, 1000, 5000)]);
    expect([sha256(one), sha256(other)]).toEqual([sha256(LONG.subarray(0, HEAD)), sha256(LONG.subarray(1000, 6000))]);
    expect(platform.requests).toHaveLength(1);
    expect(await file.read(HEAD - 10, 20)).toEqual(LONG.subarray(HEAD - 10, HEAD + 10));
    expect(platform.requests.at(-1)?.range).toEqual({ first: HEAD, last: HEAD + 9 });
  });

  test('brings along what begins at the place asked for', async () => {
    const { platform, open } = await start();
    const file = await open('/long', { at: 300_000 });
    expect(await file.read(300_000, 1000)).toEqual(LONG.subarray(300_000, 301_000));
    expect(platform.requests).toHaveLength(1);
    expect(await file.read(299_990, 20)).toEqual(LONG.subarray(299_990, 300_010));
  });

  test('whose head is longer than itself', async () => {
    const { platform, open } = await start();
    const file = await open('/short');
    expect(file.totalBytes).toBe(1000);
    expect(await file.read(0, 1000)).toEqual(SHORT);
    expect(await fill(file, 999, 1)).toEqual(SHORT.subarray(999));
    expect(platform.requests).toHaveLength(1);
  });

  test('behind its end tells where that is', async () => {
    const { open } = await start();
    const file = await open('/short', { at: 5000 });
    expect(file.totalBytes).toBe(1000);
    expect(await file.read(10, 10)).toEqual(SHORT.subarray(10, 20));
  });

  test.each([undefined, { kind: 'whole' }, { kind: 'chunked' }] as (Fault | undefined)[])(
    'that is empty fails: %o',
    async (fault) => {
      const { open } = await start(() => fault);
      await expect(open('/empty')).rejects.toMatchObject({ failure: { code: 'media_damaged' } });
    },
  );

  test.each([
    ['format_gone', { kind: 'status', status: 404 }],
    ['rate_limited', { kind: 'status', status: 429 }],
    ['upstream_error', { kind: 'status', status: 500 }],
    ['timeout', { kind: 'silent' }],
  ] as [string, Fault][])('that is not there fails: %s', async (code, fault) => {
    const { open } = await start(() => fault, QUICK);
    await expect(open('/long')).rejects.toMatchObject({ failure: { code } });
  });

  test('by somebody who leaves meanwhile fails', async () => {
    const { platform, open } = await start(() => ({ kind: 'silent' }), PATIENT);
    const visitor = newVisitor();
    const opened = open('/long', { signal: visitor.signal });
    await expect.poll(() => platform.requests.length).toBe(1);
    visitor.abort();
    await expect(opened).rejects.toMatchObject({ failure: { code: 'cancelled' } });
    await platform.settled();
  });
});

describe('several who read one file', () => {
  test('the one who opened it leaves: the others get what is left of the head', async () => {
    const { platform, open } = await start(
      ({ nth }) => (nth === 1 ? { kind: 'stalled', after: 500 } : undefined),
      PATIENT,
    );
    const opener = newVisitor();
    const file = await open('/long', { signal: opener.signal });
    const reading = [fill(file, 0, 10_000), file.read(400, 200), file.read(0, 300)];
    expect(await reading[2]).toEqual(LONG.subarray(0, 300));
    opener.abort();
    expect(await reading[0]).toEqual(LONG.subarray(0, 10_000));
    expect(await reading[1]).toEqual(LONG.subarray(400, 600));
    expect(platform.requests).toHaveLength(3);
  });

  test('one who waits for the head leaves: they do not wait for it', async () => {
    const { open } = await start(() => ({ kind: 'stalled', after: 500 }), PATIENT);
    const file = await open('/long');
    const visitor = newVisitor();
    const left = fill(file, 400, 1000, visitor.signal);
    const before = file.read(0, 10, visitor.signal);
    await before;
    visitor.abort();
    await expect(left).rejects.toMatchObject({ failure: { code: 'cancelled' } });
    await expect(file.read(0, 10, visitor.signal)).rejects.toMatchObject({ failure: { code: 'cancelled' } });
  });

  test('the head breaks off: they ask for the rest, each for theirs', async () => {
    const { open } = await start(({ nth }) => (nth <= 7 ? { kind: 'cut', after: nth === 1 ? 500 : 0 } : undefined));
    const file = await open('/long');
    expect(await file.read(0, 10_000)).toEqual(LONG.subarray(0, 10_000));
  });

  test('many ranges at once, over an upstream that errs', async () => {
    const { open } = await start(
      ({ nth }) => {
        const kind = chance.pick(['cut', 'truncated', 'stalled', 'whole', 'chunked'] as const);
        return nth % 3 === 0 ? { kind, after: chance.below(50_000) } : undefined;
        // Sixty readers beside other programs get each of their turns late: that is no silence of the upstream.
      },
      { ...QUICK, idleTimeoutMs: 2_000 },
    );
    const file = await open('/long');
    await Promise.all(
      Array.from({ length: 60 }, async () => {
        const offset = chance.below(LONG.length);
        const length = chance.below(Math.min(LONG.length - offset, 60_000));
        const bytes = await file.read(offset, length, chance.below(2) ? newVisitor().signal : undefined);
        expect(sha256(bytes)).toBe(sha256(LONG.subarray(offset, offset + length)));
      }),
    );
  });

  test('an upstream without ranges is asked once by one who reads forward', async () => {
    const { platform, open } = await start(() => ({ kind: 'whole' }));
    const file = await open('/long');
    for (let at = 0; at < LONG.length; at += 70_000) {
      expect(sha256(await file.read(at, 70_000))).toBe(sha256(LONG.subarray(at, at + 70_000)));
    }
    expect(platform.requests).toHaveLength(2);
    const [forward, back] = await Promise.all([file.read(600_000, 10), file.read(5, 200_000)]);
    expect(forward).toEqual(LONG.subarray(600_000, 600_010));
    expect(sha256(back)).toBe(sha256(LONG.subarray(5, 200_005)));
  });
});

describe('the head of a file', () => {
  const MIB = 1024 * 1024;

  test.each([
    ['that is longer', '/long', 512 * 1024],
    ['that is shorter', '/short', 4 * MIB],
  ])('%s is not held any more once its visitor has read on', async (_, path, headBytes) => {
    const { open } = await start();
    const bytes = FILES.get(path) ?? SHORT;
    const before = heldBytes();
    const visitor = newVisitor().signal;
    const files = await Promise.all(Array.from({ length: 32 }, () => open(path, { headBytes })));
    for (const file of files) {
      const into = Buffer.alloc(bytes.length);
      await file.fill(0, into, { signal: visitor, visitor });
      expect(sha256(into)).toBe(sha256(bytes));
    }
    await expect.poll(() => heldBytes() - before).toBeLessThan(4 * MIB);
    expect(files.map(({ totalBytes }) => totalBytes)).toEqual(files.map(() => bytes.length));
  });

  test('is held for who reads here and there', async () => {
    const { platform, open } = await start();
    const file = await open('/short');
    await file.read(0, 1000);
    expect(await file.read(0, 1000)).toEqual(SHORT);
    expect(platform.requests).toHaveLength(1);
  });
});

describe('an answer of an upstream without ranges that is kept open', () => {
  const stalled = (): Fault => ({ kind: 'whole, stalled', after: 300_000 });

  test('is closed when the one who read it leaves', async () => {
    const { platform, open } = await start(stalled, PATIENT);
    const opener = newVisitor();
    const file = await open('/long', { signal: opener.signal });
    await file.read(0, HEAD);
    await expect.poll(() => platform.underWay.size).toBe(1);
    opener.abort();
    await platform.settled();
  });

  test('is read on by another, and then ends with them alone', async () => {
    const { platform, open } = await start(stalled, PATIENT);
    const opener = newVisitor();
    const file = await open('/long', { signal: opener.signal });
    await file.read(0, HEAD);
    const reader = newVisitor();
    let isOver = false;
    const reading = file.read(HEAD, 300_000, reader.signal).finally(() => (isOver = true));
    const left = expect(reading).rejects.toMatchObject({ failure: { code: 'cancelled' } });
    await sleep(30);
    opener.abort();
    await sleep(30);
    expect([isOver, platform.underWay.size, platform.requests.length]).toEqual([false, 1, 2]);
    reader.abort();
    await left;
    await platform.settled();
  });
});

describe('a read that a damaged file asks for', () => {
  test.each([
    [999_990, 20],
    [-1, 10],
    [10, -1],
    [0, Number.MAX_SAFE_INTEGER],
    [NaN, 1],
    [0, NaN],
    [0, 800_000],
  ])('from %d on %d bytes is refused', async (offset, length) => {
    const { open } = await start();
    const file = await open('/long');
    await expect(file.read(offset, length)).rejects.toMatchObject({ failure: { code: 'media_damaged' } });
  });

  test('behind the end is refused, nothing at the end is not', async () => {
    const { open } = await start();
    const file = await open('/short');
    await expect(fill(file, 999, 2)).rejects.toMatchObject({ failure: { code: 'media_damaged' } });
    expect(await file.read(1000, 0)).toHaveLength(0);
  });
});

describe('a file that was opened a while ago', () => {
  function later(): void {
    const now = performance.now();
    vi.spyOn(performance, 'now').mockReturnValue(now + 31_000);
  }

  test('is asked for when it is to be proven, and not before', async () => {
    const { platform, open } = await start();
    const file = await open('/short');
    await file.prove(NEVER);
    expect(platform.requests).toHaveLength(1);
    later();
    await file.prove(NEVER, 5);
    await file.prove(NEVER);
    expect(platform.requests.map(({ range }) => range?.first)).toEqual([0, 5]);
  });

  test('brings along what is read next, when it is proven', async () => {
    const { platform, open } = await start();
    const file = await open('/long');
    later();
    await file.prove(NEVER, 300_000);
    expect(await file.read(300_010, 1000)).toEqual(LONG.subarray(300_010, 301_010));
    expect(platform.requests).toHaveLength(2);
    later();
    await file.prove(NEVER, LONG.length + 5);
    expect(await file.read(LONG.length - 1, 1)).toEqual(LONG.subarray(-1));
  });

  test.each([
    ['rate_limited', { kind: 'status', status: 429 }],
    ['format_gone', { kind: 'status', status: 410 }],
    ['media_changed', { kind: 'other', totalBytes: 999 }],
  ] as [string, Fault][])('and is not as it was: %s', async (code, fault) => {
    const { open } = await start(({ nth }) => (nth > 1 ? fault : undefined));
    const file = await open('/short');
    later();
    await expect(file.prove(NEVER)).rejects.toMatchObject({ failure: { code } });
  });

  test('is read from another address that was found for it', async () => {
    const { platform, open } = await start();
    const file = await open('/long');
    await file.read(HEAD - 1, 1);
    file.adopt(sourceAt('/nothing'));
    await expect(file.read(HEAD, 10)).rejects.toMatchObject({ failure: { code: 'format_gone' } });
    file.adopt(sourceAt('/long'));
    expect(await file.read(HEAD, 10)).toEqual(LONG.subarray(HEAD, HEAD + 10));
    file.adopt(sourceAt('/short'));
    await expect(file.read(HEAD, 10)).rejects.toMatchObject({ failure: { code: 'media_changed' } });
    // Of each that is told to be the same, what was read before is read first.
    expect(platform.requests.map(({ path, range }) => [path, range?.first])).toEqual([
      ['/long', 0],
      ['/nothing', HEAD / 2],
      ['/long', HEAD / 2],
      ['/long', HEAD],
      ['/short', HEAD / 2],
    ]);
  });
});
