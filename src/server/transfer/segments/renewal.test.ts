import { afterEach, expect, test } from 'vitest';
import { EgressError } from '#/server/egress/egress.ts';
import { createChance } from '../fixtures/chance.ts';
import { type FaultyUpstream, sourceAt, startFaultyUpstream } from '../fixtures/faulty-upstream.ts';
import { openRemoteFile } from '../reading/remote-file.ts';
import { TransferError } from '../transfer-error.ts';
import type { Rendition } from './playlist.ts';
import { createRenewal } from './renewal.ts';

const { signal } = new AbortController();
const BYTES = createChance(3).bytes(400_000);

let upstream: FaultyUpstream | undefined;
afterEach(async () => {
  await upstream?.close();
  upstream = undefined;
});

const urlOf = (edition: number, place: number) => sourceAt(`/edition-${edition}/${place}.m4s`).url;

function edition(number: number, count = 3): Rendition {
  const segments = Array.from({ length: count }, (_, place) => ({
    url: urlOf(number, place),
    range: null,
    durationS: 2,
    key: null,
  }));
  return { container: 'fmp4', init: null, segments, durationS: 2 * count, isLive: false, discontinuities: 0 };
}

/** Each reading is the next edition. */
function editions(first = edition(1), next: (number: number) => Rendition = edition) {
  let number = 1;
  const read = async () => {
    number++;
    return { source: sourceAt('/list.m3u8'), rendition: next(number) };
  };
  return { renew: createRenewal(first, read), count: () => number - 1 };
}

const stale = (number: number, place: number) => ({ ...sourceAt('/x'), url: urlOf(number, place) });

test('files that expire together are found again by one reading, each by its place', async () => {
  const { renew, count } = editions();
  const fresh = await Promise.all([0, 1, 2].map((place) => renew(stale(1, place), signal)));
  expect(fresh.map((result) => result.ok && result.value.url)).toEqual([0, 1, 2].map((place) => urlOf(2, place)));
  expect(count()).toBe(1);
});

test('an address that is already replaced is answered without another reading; one that expires again is not', async () => {
  const { renew, count } = editions();
  await renew(stale(1, 0), signal);
  expect(await renew(stale(1, 2), signal)).toMatchObject({ ok: true, value: { url: urlOf(2, 2) } });
  expect(count()).toBe(1);
  expect(await renew(stale(2, 1), signal)).toMatchObject({ ok: true, value: { url: urlOf(3, 1) } });
  expect(count()).toBe(2);
});

test.each([
  ['a list that has become another', () => edition(2, 4), 'media_changed'],
  [
    'a list that is gone',
    () => {
      throw new TransferError('format_gone');
    },
    'format_gone',
  ],
  [
    'a connection that breaks off',
    () => {
      throw new EgressError('upstream_error', 'v16.tiktok.com: ECONNRESET');
    },
    'upstream_error',
  ],
] as const)('%s is a failure, and asked for again by the next', async (_, next, code) => {
  let isBroken = true;
  const { renew } = editions(edition(1), (number) => (isBroken ? next() : edition(number)));
  expect(await renew(stale(1, 0), signal)).toMatchObject({ ok: false, failure: { code } });
  isBroken = false;
  expect(await renew(stale(1, 0), signal)).toMatchObject({ ok: true });
});

test('why fresh addresses are refused is told with the playlist that they are from; where there are no better ones, they stay', async () => {
  const told: unknown[] = [];
  let isLast = false;
  const list = sourceAt('/list.m3u8');
  const renew = createRenewal(edition(1), async (_, last, refusal) => {
    told.push([last, refusal]);
    return isLast ? null : { source: list, rendition: edition(2) };
  });
  await renew(stale(1, 0), signal);
  isLast = true;
  const refusal = { code: 'rate_limited' } as const;
  expect(await renew(stale(2, 0), signal, refusal)).toMatchObject({ ok: true, value: { url: urlOf(2, 0) } });
  expect(told).toEqual([
    [null, undefined],
    [list, refusal],
  ]);
});

test('the same addresses by another way are another playlist’s, and are read no second time for who comes from the first', async () => {
  const [eu, us] = ['eu', 'us'].map((name) => ({ name, localAddress: null }));
  let count = 0;
  const renew = createRenewal(edition(1), async () => {
    count++;
    return { source: sourceAt('/list.m3u8', { route: us }), rendition: edition(1) };
  });
  for (const place of [0, 1]) {
    const fresh = await renew({ ...stale(1, place), route: eu }, signal, { code: 'upstream_forbidden' });
    expect(fresh).toMatchObject({ ok: true, value: { url: urlOf(1, place), route: us } });
  }
  expect(count).toBe(1);
});

test('an address from nowhere is not renewed', async () => {
  const { renew, count } = editions();
  expect(await renew(stale(9, 0), signal)).toMatchObject({ ok: false, failure: { code: 'upstream_forbidden' } });
  expect(count()).toBe(0);
});

test('a segment whose address expires while it is read arrives whole', async () => {
  upstream = await startFaultyUpstream({
    files: new Map([1, 2].map((number) => [`/edition-${number}/0.m4s`, BYTES])),
    faultOf: ({ path, nth }) => (path.includes('edition-1') && nth > 1 ? { kind: 'status', status: 403 } : undefined),
  });
  const { renew, count } = editions(edition(1, 1), (number) => edition(number, 1));
  const file = await openRemoteFile({ egress: upstream.egress, renew }, stale(1, 0), { signal, headBytes: 1 });
  expect((await file.read(0, BYTES.length)).equals(BYTES)).toBe(true);
  expect(count()).toBe(1);
});
