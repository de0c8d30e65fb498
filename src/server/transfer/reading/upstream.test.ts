import { afterEach, describe, expect, test } from 'vitest';
import { fail, ok, type Result } from '#/model/failure.ts';
import { createEgress } from '#/server/egress/index.ts';
import type { Source } from '#/server/engine/media/extraction.ts';
import { createChance, sha256 } from '../fixtures/chance.ts';
import type { Asked, Fault } from '../fixtures/faulty-answer.ts';
import { HOST, type FaultyUpstream, sourceAt, startFaultyUpstream } from '../fixtures/faulty-upstream.ts';

import type { TransferError } from '../transfer-error.ts';
import { createUpstream, type UpstreamTimeouts, type Upstream, type UpstreamPorts } from './upstream.ts';
import { anyAuthorityFile } from '../../../../tests/setup/any-authority.ts';

const SIZE = 300_000;
const FILE = createChance(7).bytes(SIZE);
const OTHER_PATH = '/fresh';
const FILES = new Map([
  ['/a', FILE],
  [OTHER_PATH, FILE],
  ['/empty', Buffer.alloc(0)],
]);
const NEVER = new AbortController().signal;
/** On a busy machine an answer takes more than a tenth of a second, and is not asked for twice. */
const QUICK: Partial<UpstreamTimeouts> = { idleTimeoutMs: 300, backoffMs: 1, maxBackoffMs: 5 };

const open: FaultyUpstream[] = [];
afterEach(async () => {
  for (const platform of open.splice(0)) {
    await platform.settled();
    await platform.close();
  }
});

type Setting = {
  faultOf?: (asked: Asked) => Fault | undefined;
  renew?: UpstreamPorts['renew'];
  source?: Partial<Source>;
  path?: string;
  lastModified?: string;
  timeouts?: Partial<UpstreamTimeouts>;
};

async function reading({ renew, source, path = '/a', timeouts = QUICK, ...platformOptions }: Setting = {}) {
  const platform = await startFaultyUpstream({ files: FILES, ...platformOptions });
  open.push(platform);
  const renewals: Source[] = [];
  const ports: UpstreamPorts = {
    egress: platform.egress,
    renew(stale, signal, refusal) {
      renewals.push(stale);
      return renew ? renew(stale, signal, refusal) : Promise.resolve(fail('format_gone'));
    },
    timeouts,
  };
  return { platform, renewals, upstream: createUpstream(ports, sourceAt(path, source)) };
}

async function read(upstream: Upstream, offset = 0, length = SIZE - offset, signal = NEVER) {
  const into = Buffer.alloc(length);
  const seen: number[] = [];
  const filled = await upstream.fetch(offset, into, { signal, onBytes: (count) => seen.push(count) });
  expect(seen).toEqual(seen.toSorted((a, b) => a - b));
  return into.subarray(0, filled);
}

function expectWhole(bytes: Buffer, offset = 0): void {
  expect(sha256(bytes)).toBe(sha256(FILE.subarray(offset, offset + bytes.length)));
  expect(bytes.length).toBe(SIZE - offset);
}

/** The first requests err. */
function first(count: number, fault: Fault): (asked: Asked) => Fault | undefined {
  return ({ nth }) => (nth <= count ? fault : undefined);
}

const renewed = (path = OTHER_PATH): Promise<Result<Source>> => Promise.resolve(ok(sourceAt(path)));

describe('bytes arrive whole although', () => {
  const random = createChance(11);
  const offsets = [0, 1, SIZE - 1, ...Array.from({ length: 5 }, () => random.below(SIZE))];
  const placed = (['cut', 'truncated', 'stalled'] as const).flatMap((kind) =>
    offsets.map((after): [string, Fault] => [`${kind} after ${after}`, { kind, after }]),
  );
  test.each([
    ...placed,
    ['the length told is too long', { kind: 'wrong length', by: 20 }],
    ['the length told is too short', { kind: 'wrong length', by: -20 }],
    ['no length is told', { kind: 'wrong length', by: -SIZE }],
    ['other bytes come', { kind: 'wrong range', by: 5 }],
    ['the total is not told', { kind: 'untold total' }],
    ['they are compressed', { kind: 'compressed' }],
    ['the range is ignored', { kind: 'whole' }],
    ['the range is ignored, and the answer truncated', { kind: 'whole', after: 70_000 }],
    ['the range is ignored, and the answer comes in chunks', { kind: 'chunked' }],
    ['the chunks break off', { kind: 'chunked', after: 70_000 }],
    ['the end of the answer is told by nothing', { kind: 'until closed', after: 70_000 }],
    ['nothing is said', { kind: 'silent' }],
    ['nonsense is said', { kind: 'garbage' }],
    ['the server fails', { kind: 'status', status: 503, headers: { 'Retry-After': '0' } }],
    ['the server fails and says nonsense', { kind: 'status', status: 500, headers: { 'Retry-After': '-7' } }],
    [
      'the server has enough',
      { kind: 'status', status: 429, headers: { 'Retry-After': 'Wed, 21 Oct 2037 07:28:00 GMT' } },
    ],
    ['a range is called impossible', { kind: 'status', status: 416 }],
    [
      'a range is called behind the end',
      { kind: 'status', status: 416, headers: { 'Content-Range': `bytes */${SIZE}` } },
    ],
    ['it leads nowhere', { kind: 'status', status: 302 }],
  ] as [string, Fault][])('%s', async (_, fault) => {
    for (const count of [1, 2]) {
      const { upstream, renewals } = await reading({ faultOf: first(count, fault) });
      expectWhole(await read(upstream));
      expectWhole(await read(upstream, 12_345), 12_345);
      expect(renewals).toEqual([]);
    }
  });

  test('each answer breaks off somewhere', async () => {
    const faultOf = (): Fault => ({
      kind: random.pick(['cut', 'truncated', 'stalled']),
      after: 20_000 + random.below(SIZE / 4),
    });
    const { upstream } = await reading({ faultOf });
    expectWhole(await read(upstream));
  });

  test('anything happens, between right answers', async () => {
    const faults: (() => Fault)[] = [
      () => ({ kind: random.pick(['cut', 'truncated', 'stalled', 'whole', 'chunked']), after: random.below(SIZE) }),
      () => ({ kind: 'wrong length', by: random.below(SIZE) - SIZE / 2 }),
      () => ({ kind: 'wrong range', by: random.below(1000) - 500 }),
      () => ({ kind: random.pick(['garbage', 'silent', 'compressed', 'untold total']) }),
      () => ({ kind: 'status', status: random.pick([429, 500, 502, 503, 416, 302]) }),
    ];
    const faultOf = ({ nth }: Asked) => (nth % 2 === 1 ? faults[random.below(faults.length)]?.() : undefined);
    const { upstream } = await reading({ faultOf });
    for (let n = 0; n < 25; n++) {
      const offset = random.below(SIZE);
      const bytes = await read(upstream, offset, 1 + random.below(SIZE - offset));
      expect(bytes).toEqual(FILE.subarray(offset, offset + bytes.length));
    }
  });

  test('the upstream never serves ranges', async () => {
    const { upstream, platform } = await reading({ faultOf: () => ({ kind: 'whole' }) });
    expectWhole(await read(upstream, 0, SIZE + 10));
    expect(upstream.facts?.totalBytes).toBe(SIZE);
    expectWhole(await read(upstream, 999), 999);
    expect(platform.requests.filter(({ range }) => range)).toHaveLength(1);
  });

  test('the upstream never tells a length', async () => {
    const { upstream } = await reading({ faultOf: () => ({ kind: 'chunked' }) });
    expectWhole(await read(upstream, 100), 100);
    expectWhole(await read(upstream));
  });
});

describe('where the file ends', () => {
  test('fewer bytes come', async () => {
    const { upstream } = await reading();
    expectWhole(await read(upstream, SIZE - 10, 100), SIZE - 10);
    expect(await read(upstream, SIZE, 100)).toHaveLength(0);
    expect(await read(upstream, SIZE + 5, 100)).toHaveLength(0);
  });

  test('is learnt from a read behind it', async () => {
    const { upstream } = await reading();
    expect(await read(upstream, SIZE + 5, 100)).toHaveLength(0);
    expect(upstream.facts).toEqual({ totalBytes: SIZE, lastModified: null, etag: null });
  });

  test.each([[undefined], [{ kind: 'whole' }], [{ kind: 'chunked' }]] as [Fault | undefined][])(
    'an empty file has none: %o',
    async (fault) => {
      const { upstream } = await reading({ path: '/empty', faultOf: () => fault });
      expect(await read(upstream, 0, 100)).toHaveLength(0);
      expect(upstream.facts?.totalBytes).toBe(0);
    },
  );
});

describe('what does not get better is a failure', () => {
  test.each([
    ['upstream_error', { kind: 'status', status: 503 }],
    ['upstream_error', { kind: 'cut', after: 0 }],
    ['upstream_error', { kind: 'garbage' }],
    ['upstream_error', { kind: 'compressed' }],
    ['upstream_error', { kind: 'until closed' }],
    ['upstream_error', { kind: 'status', status: 302, headers: { Location: 'http://v16.tiktok.com/a' } }],
    ['timeout', { kind: 'silent' }],
    ['timeout', { kind: 'stalled', after: 0 }],
    ['rate_limited', { kind: 'status', status: 429 }],
    ['egress_denied', { kind: 'status', status: 302, headers: { Location: 'http://tiktok.com.evil.example/a' } }],
    ['egress_denied', { kind: 'status', status: 302, headers: { Location: 'http://169.254.169.254/a' } }],
    ['format_gone', { kind: 'status', status: 403 }],
  ] as [string, Fault][])('%s: %o', async (code, fault) => {
    const { upstream } = await reading({ faultOf: () => fault });
    await expect(read(upstream)).rejects.toMatchObject({ failure: { code } });
  });

  test('rate_limited says for how long', async () => {
    const fault: Fault = { kind: 'status', status: 429, headers: { 'Retry-After': '120' } };
    const { upstream } = await reading({ faultOf: () => fault });
    await expect(read(upstream)).rejects.toMatchObject({ failure: { code: 'rate_limited', retryAfterS: 120 } });
  });

  test('transfer_broken: bytes came, and then none', async () => {
    const { upstream } = await reading({
      faultOf: ({ nth }) => (nth > 1 ? { kind: 'garbage' } : { kind: 'cut', after: 1000 }),
    });
    await expect(read(upstream)).rejects.toMatchObject({ failure: { code: 'transfer_broken' } });
  });

  test('transfer_broken: a few bytes come each time, without end', async () => {
    const { upstream } = await reading({ faultOf: () => ({ kind: 'cut', after: 1 }) });
    await expect(read(upstream)).rejects.toMatchObject({ failure: { code: 'transfer_broken' } });
  });

  test.each([
    ['egress_down', { resolve: () => Promise.resolve([]) }],
    ['upstream_error', { replica: { tlsPort: 1, httpPort: 1 } }],
  ])('%s: no connection can be made', async (code, way) => {
    const caFile = anyAuthorityFile();
    const { replica, resolve } = { replica: undefined, resolve: undefined, ...way };
    const egress = await createEgress({
      allowedHosts: ['tiktok.com'],
      ...(replica && { replica: { ...replica, caFile } }),
      ...(resolve && { resolve }),
    });
    const renew = () => Promise.resolve(fail('format_gone'));
    const upstream = createUpstream({ egress, renew, timeouts: QUICK }, sourceAt('/a'));
    await expect(read(upstream)).rejects.toMatchObject({ failure: { code } });
    await egress.close();
  });
});

describe('an expired link', () => {
  const expired = ({ path }: Asked): Fault | undefined => (path === '/a' ? { kind: 'status', status: 403 } : undefined);

  test.each([401, 403, 404, 410])('%d: the bytes come from a fresh one', async (status) => {
    const { upstream, renewals } = await reading({
      faultOf: ({ path }) => (path === '/a' ? { kind: 'status', status } : undefined),
      renew: () => renewed(),
    });
    expectWhole(await read(upstream));
    expect(renewals).toHaveLength(1);
  });

  test('in the middle: the bytes go on where they stopped', async () => {
    const { upstream, platform } = await reading({
      faultOf: ({ nth, path }) => (nth === 1 ? { kind: 'cut', after: 100_000 } : expired({ nth, path } as Asked)),
      renew: () => renewed(),
    });
    expectWhole(await read(upstream));
    const last = platform.requests.at(-1);
    expect(last?.path).toBe(OTHER_PATH);
    expect(last?.range?.first).toBeGreaterThan(0);
  });

  test('ten readers ask for one fresh one', async () => {
    const { upstream, renewals } = await reading({
      faultOf: expired,
      renew: async () => {
        await new Promise((resolve) => setTimeout(resolve, 20));
        return renewed();
      },
    });
    const tenth = SIZE / 10;
    const parts = await Promise.all(Array.from({ length: 10 }, (_, n) => read(upstream, n * tenth, tenth)));
    expectWhole(Buffer.concat(parts));
    expect(renewals).toHaveLength(1);
  });

  test('whoever asked first may leave, and the others get theirs', async () => {
    const visitor = new AbortController();
    const asked = Promise.withResolvers<AbortSignal>();
    const answer = Promise.withResolvers<Result<Source>>();
    const { upstream, renewals } = await reading({
      faultOf: expired,
      renew(_, signal) {
        asked.resolve(signal);
        return answer.promise;
      },
    });
    const leaving = read(upstream, 0, 10, visitor.signal);
    const shared = await asked.promise;
    const staying = read(upstream);
    await expect.poll(() => open[0]?.requests.length).toBe(2);
    visitor.abort();
    await expect(leaving).rejects.toMatchObject({ failure: { code: 'cancelled' } });
    expect(shared.aborted).toBe(false);
    answer.resolve(await renewed());
    expectWhole(await staying);
    expect(renewals).toHaveLength(1);
  });

  test('when all have left, nobody looks for a fresh one', async () => {
    const visitor = new AbortController();
    const asked = Promise.withResolvers<AbortSignal>();
    const { upstream } = await reading({
      faultOf: expired,
      renew(_, signal) {
        asked.resolve(signal);
        return new Promise(() => {});
      },
    });
    const leaving = read(upstream, 0, 10, visitor.signal);
    const shared = await asked.promise;
    visitor.abort();
    await expect(leaving).rejects.toMatchObject({ failure: { code: 'cancelled' } });
    expect(shared.aborted).toBe(true);
  });

  test('while the range is ignored: the fresh one is read from', async () => {
    const { upstream } = await reading({
      faultOf: ({ nth, path }) =>
        path === '/a' && nth > 2 ? { kind: 'status', status: 403 } : { kind: 'whole', after: 90_000 },
      renew: () => renewed(),
    });
    await expect(read(upstream)).rejects.toMatchObject({ failure: { code: 'transfer_broken' } });
    const other = await reading({
      faultOf: ({ nth, path }) => {
        if (path !== '/a') return { kind: 'whole' };
        return nth > 2 ? { kind: 'status', status: 403 } : { kind: 'whole', after: 90_000 };
      },
      renew: () => renewed(),
    });
    expectWhole(await read(other.upstream));
  });

  test('and the fresh one expired too: upstream_forbidden', async () => {
    const { upstream, renewals } = await reading({
      faultOf: () => ({ kind: 'status', status: 403 }),
      renew: () => renewed(),
    });
    await expect(read(upstream)).rejects.toMatchObject({ failure: { code: 'upstream_forbidden' } });
    expect(renewals).toHaveLength(2);
  });

  test('no other is found: its failure', async () => {
    const { upstream, renewals } = await reading({ faultOf: expired, renew: async () => fail('geo_blocked') });
    await expect(read(upstream)).rejects.toMatchObject({ failure: { code: 'geo_blocked' } });
    expect(renewals).toHaveLength(1);
  });

  test.each(['upstream_error', 'timeout', 'egress_down', 'rate_limited'] as const)(
    'no other is found for a moment (%s): it is asked for again',
    async (code) => {
      const answers = [fail(code), fail(code), await renewed()];
      const { upstream, renewals } = await reading({
        faultOf: expired,
        renew: async () => answers.shift() ?? fail('internal'),
      });
      expectWhole(await read(upstream));
      expect(renewals).toHaveLength(3);
    },
  );

  test.each([
    ['for longer than a moment', {}, 3],
    ['for longer than anybody waits', { retryAfterS: 60 }, 1],
  ])('no other is found %s: its failure', async (_, told, count) => {
    const { upstream, renewals } = await reading({ faultOf: expired, renew: async () => fail('rate_limited', told) });
    await expect(read(upstream)).rejects.toMatchObject({ failure: { code: 'rate_limited', ...told } });
    expect(renewals).toHaveLength(count);
  });

  test('a link that was adopted meanwhile is read from', async () => {
    const { upstream, renewals } = await reading({ faultOf: expired });
    upstream.adopt(sourceAt(OTHER_PATH));
    expectWhole(await read(upstream));
    expect(renewals).toEqual([]);
  });
});

describe('a way out that is refused', () => {
  const route = { name: 'direct', localAddress: null };
  /** Each renewal is another address of the same way; told is why it was asked for. */
  async function refusals(faultOf: (asked: Asked) => Fault | undefined, fresh = OTHER_PATH) {
    const told: (string | undefined)[] = [];
    const { upstream, platform } = await reading({
      faultOf,
      source: { route },
      renew(_, __, refusal) {
        told.push(refusal?.code);
        return Promise.resolve(ok(sourceAt(fresh, { route })));
      },
    });
    const code = await read(upstream).then(
      () => 'whole',
      (error: TransferError) => error.failure.code,
    );
    return { told, code, asked: platform.requests.map(({ path }) => path) };
  }
  const status =
    (number: number, headers = {}) =>
    (): Fault => ({ kind: 'status', status: number, headers });

  test('is told where a fresh address is refused as well', async () => {
    expect(await refusals(status(403))).toMatchObject({
      told: [undefined, 'upstream_forbidden'],
      code: 'upstream_forbidden',
      asked: ['/a', OTHER_PATH, OTHER_PATH],
    });
  });

  test.each([401, 404, 410])('is none that says that the file is gone (%d)', async (number) => {
    expect(await refusals(status(number))).toMatchObject({ told: [undefined, undefined], code: 'upstream_forbidden' });
  });

  test('is none whose address has given bytes before it was refused', async () => {
    const refused = new Set([1, 3]);
    const faultOf = ({ nth }: Asked): Fault | undefined =>
      refused.has(nth) ? status(403)() : nth === 2 ? { kind: 'cut', after: 90_000 } : undefined;
    expect(await refusals(faultOf)).toMatchObject({ told: [undefined, undefined], code: 'whole' });
  });

  test('is told where it is asked less of, in vain; without another one it is waited for as before', async () => {
    expect(await refusals(status(429), '/a')).toMatchObject({
      told: Array.from({ length: 4 }, () => 'rate_limited'),
      code: 'rate_limited',
      asked: Array.from({ length: 6 }, () => '/a'),
    });
  });

  test('is told at once where it is to be left alone for longer than anybody waits', async () => {
    const faultOf = ({ path }: Asked) => (path === '/a' ? status(429, { 'Retry-After': '60' })() : undefined);
    expect(await refusals(faultOf)).toMatchObject({
      told: ['rate_limited'],
      code: 'whole',
      asked: ['/a', OTHER_PATH],
    });
  });
});

describe('media_changed', () => {
  test.each([
    ['another length', { kind: 'other', totalBytes: SIZE - 1 }],
    ['another date', { kind: 'other', lastModified: 'Tue, 20 Oct 2026 07:28:00 GMT' }],
    ['another length behind the end', { kind: 'status', status: 416, headers: { 'Content-Range': 'bytes */1000' } }],
  ] as [string, Fault][])('%s', async (_, fault) => {
    const { upstream } = await reading({
      faultOf: ({ nth }) => (nth === 1 ? undefined : fault),
      lastModified: 'Wed, 21 Oct 2026 07:28:00 GMT',
    });
    expect(await read(upstream, 0, 10)).toEqual(FILE.subarray(0, 10));
    await expect(read(upstream, 10, 10)).rejects.toMatchObject({ failure: { code: 'media_changed' } });
  });

  test('where the range is ignored', async () => {
    const { upstream } = await reading({
      faultOf: ({ nth }) => (nth <= 2 ? { kind: 'whole', after: 90_000 } : { kind: 'other', totalBytes: SIZE + 1 }),
    });
    await expect(read(upstream)).rejects.toMatchObject({ failure: { code: 'media_changed' } });
  });

  test('a date that is not always told is no change', async () => {
    const lastModified = 'Wed, 21 Oct 2026 07:28:00 GMT';
    const { upstream } = await reading({
      faultOf: ({ nth }) => (nth === 2 ? { kind: 'other', lastModified } : undefined),
    });
    await read(upstream, 0, 10);
    expect(await read(upstream, 10, 10)).toEqual(FILE.subarray(10, 20));
  });
});

describe('a redirect', () => {
  const moved = (status: number, host = 'v19.tiktok.com', path = OTHER_PATH): Fault => ({
    kind: 'status',
    status,
    headers: { Location: `http://${host}${path}` },
  });

  test('is followed, and remembered', async () => {
    const { upstream, platform } = await reading({ faultOf: ({ path }) => (path === '/a' ? moved(302) : undefined) });
    await read(upstream, 0, 10);
    expectWhole(await read(upstream));
    expect(platform.requests.map(({ path }) => path)).toEqual(['/a', OTHER_PATH, OTHER_PATH]);
  });

  test.each([
    ['has expired', 403],
    ['fails', 503],
  ])('is asked for anew where what was remembered %s', async (_, status) => {
    const { upstream, platform, renewals } = await reading({
      faultOf: ({ nth, path }) => {
        if (path === '/a') return moved(307);
        return nth === 3 ? { kind: 'status', status } : undefined;
      },
    });
    await read(upstream, 0, 10);
    expectWhole(await read(upstream));
    expect(platform.requests.map(({ path }) => path)).toEqual(['/a', OTHER_PATH, OTHER_PATH, '/a', OTHER_PATH]);
    expect(renewals).toEqual([]);
  });

  test('to a place that fails from then on leads elsewhere with the next try', async () => {
    let asked = 0;
    const { upstream, platform } = await reading({
      faultOf: ({ path }) => {
        if (path === '/a') return ++asked === 1 ? moved(302, HOST, '/failing') : moved(302);
        return path === '/failing' ? { kind: 'status', status: 500 } : undefined;
      },
    });
    expectWhole(await read(upstream));
    expect(platform.requests.map(({ path }) => path)).toEqual(['/a', '/failing', '/a', OTHER_PATH]);
  });

  test('to where nothing is any more leads to a fresh link', async () => {
    const { upstream, renewals } = await reading({
      faultOf: ({ path }) => (path === '/a' ? moved(302, 'v16.tiktok.com', '/gone') : undefined),
      renew: () => renewed(),
    });
    expectWhole(await read(upstream));
    expect(renewals).toHaveLength(1);
  });

  test('is followed where the range is ignored', async () => {
    const { upstream } = await reading({ faultOf: ({ path }) => (path === '/a' ? moved(301) : { kind: 'whole' }) });
    expectWhole(await read(upstream));
    expectWhole(await read(upstream));
  });
});

describe('what the source demands', () => {
  test('no range is longer than it allows', async () => {
    const { upstream, platform } = await reading({ source: { maxRangeBytes: 40_000 } });
    expectWhole(await read(upstream));
    // By its start, each once: on a busy machine one may be asked for again that was waited for too long.
    const lengthOf = new Map(
      platform.requests.map(({ range }) => [range?.first, range && range.last + 1 - range.first]),
    );
    expect(Object.fromEntries(lengthOf)).toEqual({
      ...Object.fromEntries(Array.from({ length: 7 }, (_, n) => [n * 40_000, 40_000])),
      280_000: 20_000,
    });
  });

  test('nothing is asked for before it is there', async () => {
    const availableAt = performance.now() + 50;
    let askedAt = 0;
    const { upstream } = await reading({
      source: { availableAt },
      faultOf: () => {
        askedAt = performance.now();
        return undefined;
      },
    });
    await read(upstream, 0, 10);
    expect(askedAt).toBeGreaterThanOrEqual(availableAt - 1);
  });
});

describe('a visitor who leaves', () => {
  const PATIENT: Partial<UpstreamTimeouts> = { idleTimeoutMs: 60_000, backoffMs: 60_000, maxBackoffMs: 60_000 };

  test.each([
    ['before an answer', { kind: 'silent' }],
    ['within an answer', { kind: 'stalled', after: 5000 }],
    ['within an answer to a range that was ignored', { kind: 'whole, stalled', after: 5000 }],
    ['while the server wants to be left alone', { kind: 'status', status: 429, headers: { 'Retry-After': '60' } }],
    ['between two tries', { kind: 'garbage' }],
  ] as [string, Fault][])('%s: the upstream is left', async (_, fault) => {
    const visitor = new AbortController();
    const { upstream, platform } = await reading({ faultOf: () => fault, timeouts: PATIENT });
    const left = read(upstream, 0, SIZE, visitor.signal);
    await expect.poll(() => platform.requests.length).toBeGreaterThan(0);
    setTimeout(() => visitor.abort(), 20);
    await expect(left).rejects.toMatchObject({ failure: { code: 'cancelled' } });
    await platform.settled();
  });

  test('a request that is given up is made again, and goes on where the other one was', async () => {
    const { upstream, platform } = await reading({
      faultOf: ({ nth }) => (nth <= 2 ? { kind: 'stalled', after: 50_000 } : undefined),
      timeouts: PATIENT,
    });
    const into = Buffer.alloc(SIZE);
    let giveUp = () => {};
    const whole = upstream.fetch(0, into, {
      signal: NEVER,
      onRequest: (end) => (giveUp = end),
      onBytes: (filled) => (filled === 50_000 || filled === 100_000) && giveUp(),
    });
    expect(await whole).toBe(SIZE);
    expectWhole(into);
    expect(platform.requests.map(({ range }) => range?.first)).toEqual([0, 50_000, 100_000]);
  });
});
