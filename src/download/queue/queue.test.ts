import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import type { DownloadProgress } from '#/model/download.ts';
import { formatOf, progressOf, resolvedOf } from '../fixtures/resolved.ts';
import { Queue } from './queue-item.ts';
import {
  clearable,
  followedDownloads,
  isFinished,
  overallProgress,
  type QueueEvent,
  reduceQueue,
  renewed,
  startable,
} from './queue.ts';

const link = (n: number) => ({
  id: `${n}`,
  link: `https://youtu.be/${n}`,
  platform: 'youtube' as const,
  mode: 'video' as const,
});
const resolved = { ...resolvedOf({ formats: [formatOf()] }), expiresAt: '2026-11-21T12:00:00Z' };
const D1 = '00000000-0000-4000-8000-000000000001';
const D2 = '00000000-0000-4000-8000-000000000002';
const added = (...numbers: number[]): QueueEvent => ({ type: 'added', items: numbers.map(link), at: 0 });
const wanted = (transferId: string, id = '1', formatId = '18'): QueueEvent => ({
  type: 'wanted',
  id,
  transferId,
  download: { formatId, summary: 'MP4', query: {} },
  at: 0,
});
const begun = (transferId: string, downloadId: string): QueueEvent => ({
  type: 'transfer',
  transferId,
  what: { type: 'begun', downloadId, at: 0 },
});
const told = (progress: DownloadProgress, at = 0): QueueEvent => ({ type: 'progressed', progress, at });
const opened = (at = '2026-11-21T11:00:00Z'): QueueEvent => ({
  type: 'takenOver',
  at: Date.parse(at),
  isFresh: true,
  mayGoOn: true,
});
const after = (...events: QueueEvent[]) => events.reduce<Queue>(reduceQueue, []);
const ids = (queue: Queue) => queue.map(({ id }) => id);

describe('the queue', () => {
  test('holds links newest first and each once', () => {
    expect(ids(after(added(1, 2), added(3, 1)))).toEqual(['3', '1', '2']);
  });

  test('puts an item back where it was, as another; what was on its way begins anew, by another order', () => {
    const before = after(
      added(1, 2, 3),
      { type: 'resolved', id: '2', resolved },
      wanted('t1', '2'),
      begun('t1', D1),
      wanted('t2', '2', '22'),
      { type: 'transfer', transferId: 't2', what: { type: 'stopped' } },
    );
    const [, taken] = before;
    if (!taken) throw new Error('There is no second item');
    let made = 0;
    const item = renewed(taken, () => `new-${++made}`);
    const back = reduceQueue(reduceQueue(before, { type: 'removed', id: '2' }), { type: 'restored', item, place: 1 });
    expect(back.map(({ link }) => link)).toEqual(before.map(({ link }) => link));
    expect(back[1]?.id).not.toBe('2');
    expect(Object.values(back[1]?.transfers ?? {})).toMatchObject([
      { downloadId: null, progress: null, isStopped: false },
      { isStopped: true },
    ]);
    const orders = [before, back].map((queue) => Object.values(queue[1]?.transfers ?? {})[0]?.orderId);
    expect(new Set(orders).size).toBe(2);
    // Its link was pasted again meanwhile.
    expect(reduceQueue(back, { type: 'restored', item, place: 0 })).toBe(back);
  });

  test('makes room for new links by dropping the oldest finished ones, never what is yet to come', () => {
    const first = after(added(...Array.from({ length: 100 }, (_, n) => n)));
    const failed = ['50', '99'].reduce<Queue>(
      (queue, id) => reduceQueue(queue, { type: 'failed', id, failure: { code: 'drm' }, at: 0 }),
      first,
    );
    const more = reduceQueue(failed, added(100));
    expect([more.length, ids(more).includes('99'), ids(more).includes('50')]).toEqual([100, false, true]);
  });

  test('remembers which of its formats the visitor picked, also for the next page', () => {
    const picked = after(added(1, 2), { type: 'chosen', id: '2', formatId: '140' });
    expect(v.parse(Queue, JSON.parse(JSON.stringify(picked))).map(({ chosen }) => chosen)).toEqual([undefined, '140']);
  });

  test('another mode is that of all of which nothing was begun', () => {
    const queue = after(added(1, 2), { type: 'resolved', id: '1', resolved }, wanted('a'));
    const now = reduceQueue(queue, { type: 'mode', mode: 'audio' });
    expect(now.map(({ mode }) => mode)).toEqual(['video', 'audio']);
  });

  test('one press begins what is read or being read, but no list and nothing that was begun', () => {
    const list = resolvedOf({ kind: 'playlist' });
    const queue = after(
      added(1, 2, 3, 4),
      { type: 'resolved', id: '1', resolved },
      { type: 'resolved', id: '2', resolved },
      { type: 'resolved', id: '3', resolved: list },
      wanted('a', '2'),
    );
    expect(ids(startable(queue))).toEqual(['1', '4']);
    expect(ids(startable(reduceQueue(queue, { type: 'auto', ids: ['1'], isAuto: true })))).toEqual(['4']);
  });

  test('follows a link from waiting to ready, or to failed and back', () => {
    const reading = after(added(1), { type: 'started', id: '1' });
    expect(reading[0]?.state).toBe('resolving');
    const failed = reduceQueue(reading, { type: 'failed', id: '1', failure: { code: 'private' }, at: 0 });
    expect(failed[0]).toMatchObject({ state: 'failed', failure: { code: 'private' } });
    const again = reduceQueue(failed, { type: 'retried', id: '1' });
    expect(again[0]).toMatchObject({ state: 'waiting', failure: null });
    expect(reduceQueue(again, { type: 'resolved', id: '1', resolved })[0]?.state).toBe('ready');
  });

  test('a link that is refused for a while waits for as long as it was told', () => {
    const failure = { code: 'limit_reached', retryAfterS: 30 } as const;
    const [item] = after(added(1), { type: 'failed', id: '1', failure, at: 1_000 });
    expect(item).toMatchObject({ state: 'waiting', waitUntil: 31_000, failure });
  });

  test.each([
    ['rate_limited', 61_000],
    ['blocked_ip', 61_000],
    ['timeout', null],
  ] as const)('after %s without a time, another try may help from %j on', (code, waitUntil) => {
    const [item] = after(added(1), { type: 'failed', id: '1', failure: { code }, at: 1_000 });
    expect(item).toMatchObject({ state: 'failed', waitUntil });
  });

  test('moves an entry by one place, and not beyond the ends', () => {
    const queue = after(added(1, 2, 3));
    const moved = (id: string, by: 1 | -1) => ids(reduceQueue(queue, { type: 'moved', id, by }));
    expect([moved('3', -1), moved('1', 1), moved('1', -1), moved('3', 1)]).toEqual([
      ['1', '3', '2'],
      ['2', '1', '3'],
      ['1', '2', '3'],
      ['1', '2', '3'],
    ]);
  });

  test('a second click on the same file before it is on its way is the same wish; after that it is another', () => {
    const ready = after(added(1), { type: 'resolved', id: '1', resolved }, wanted('a'), wanted('b'));
    expect(Object.keys(ready[0]?.transfers ?? {})).toEqual(['a']);
    const running = [begun('a', D1), told(progressOf(D1, 'transferring')), wanted('c')].reduce(reduceQueue, ready);
    expect(Object.keys(running[0]?.transfers ?? {})).toEqual(['a', 'c']);
  });

  test('knows which downloads to follow, how far they are, and what is finished', () => {
    const started = after(added(1), { type: 'resolved', id: '1', resolved }, wanted('a'), begun('a', D1));
    expect(followedDownloads(started)).toEqual([D1]);
    const half = reduceQueue(started, told(progressOf(D1, 'transferring')));
    expect([overallProgress(half), half.some(isFinished)]).toEqual([0.5, false]);
    const done = reduceQueue(half, told(progressOf(D1, 'done')));
    expect([followedDownloads(done), overallProgress(done), done.every(isFinished)]).toEqual([[], null, true]);
    expect(clearable(done)).toBe('finished');
    expect(reduceQueue(done, { type: 'cleared', what: 'finished' })).toEqual([]);
  });

  test('failures are cleared in words of their own, once nothing else is finished, and not with what is finished', () => {
    const failure = { code: 'timeout' } as const;
    const mixed = after(
      added(1, 2, 3, 4),
      { type: 'resolved', id: '1', resolved },
      wanted('a', '1'),
      begun('a', D1),
      told(progressOf(D1, 'done')),
      { type: 'resolved', id: '2', resolved },
      wanted('b', '2'),
      begun('b', D2),
      told(progressOf(D2, 'failed', { failure: { code: 'media_damaged' } })),
      { type: 'failed', id: '3', failure, at: 0 },
    );
    expect(clearable(mixed)).toBe('finished');
    const failed = reduceQueue(mixed, { type: 'cleared', what: 'finished' });
    expect([ids(failed), clearable(failed)]).toEqual([['2', '3', '4'], 'failed']);
    const rest = reduceQueue(failed, { type: 'cleared', what: 'failed' });
    expect([ids(rest), clearable(rest)]).toEqual([['4'], null]);
    // One has a button of its own.
    expect(clearable(failed.filter(({ id }) => id !== '2'))).toBeNull();
  });

  test('a kept file that can be saved is not finished, so that clearing does not lose it', () => {
    const file = { link: '/kept', name: 'a.mp4', bytes: 100, expiresAt: '2026-11-21T12:00:00Z' };
    const ready = after(
      added(1),
      { type: 'resolved', id: '1', resolved },
      wanted('a'),
      begun('a', D1),
      told(progressOf(D1, 'ready', { file })),
    );
    expect(reduceQueue(ready, { type: 'cleared', what: 'finished' })).toEqual(ready);
    const [gone] = reduceQueue(ready, { type: 'woken', at: Date.parse('2026-11-21T12:00:00Z') });
    expect(gone?.transfers['a']?.progress).toMatchObject({ state: 'expired', file: null });
  });

  test('ignores progress of downloads it does not know', () => {
    const queue = after(added(1));
    expect(reduceQueue(queue, told(progressOf(D1, 'done')))).toEqual(queue);
  });
});

describe('what a list goes on with that was still being loaded when its run began', () => {
  const run = (links: string[], isContinued: boolean): QueueEvent => {
    return { type: 'run', id: '1', links, quality: null, isContinued };
  };
  const fed: QueueEvent = { type: 'fed', id: '1', items: [{ ...link(2), link: 'a' }] };
  const runAfter = (...events: QueueEvent[]) => after(added(1), run(['a'], false), ...events).at(0)?.run;

  test('stands behind what it began with, and is counted with it, also where that had its turn already', () => {
    expect(runAfter(run(['b'], true))).toEqual({ rest: ['a', 'b'], total: 2, quality: null });
    expect(runAfter(fed, run(['b'], true))).toEqual({ rest: ['b'], total: 2, quality: null });
    expect(runAfter(fed, run(['b'], false))).toEqual({ rest: ['b'], total: 1, quality: null });
  });

  test('is not wanted any more where the run was stopped', () => {
    const stopped: QueueEvent = { type: 'runStopped', id: '1' };
    expect(runAfter(stopped, run(['b'], true))).toBeNull();
    expect(runAfter(stopped, run(['b'], false))).toEqual({ rest: ['b'], total: 1, quality: null });
  });
});

test('once the connection is back, what failed for want of it is tried again, and nothing else', () => {
  const offline = { code: 'offline' } as const;
  const down = after(
    added(1, 2, 3),
    { type: 'failed', id: '1', failure: offline, at: 0 },
    { type: 'failed', id: '2', failure: { code: 'private' }, at: 0 },
    { type: 'resolved', id: '3', resolved },
    wanted('a', '3'),
    begun('a', D1),
    told(progressOf(D1, 'failed', { failure: offline })),
  );
  const [third, second, first] = reduceQueue(down, { type: 'online' }).toReversed();
  expect([first?.state, second?.state]).toEqual(['waiting', 'failed']);
  expect(third?.transfers['a']).toMatchObject({ downloadId: null, progress: null });
});

describe('a page that finds the queue in the storage', () => {
  const before = after(
    added(1, 2, 3),
    { type: 'started', id: '1' },
    { type: 'resolved', id: '2', resolved },
    { type: 'failed', id: '3', failure: { code: 'drm' }, at: 0 },
  );

  test('reads again what was being read or has expired, keeps the rest', () => {
    const states = (at: string) => reduceQueue(before, opened(at)).map(({ state }) => state);
    expect(states('2026-11-21T11:00:00Z')).toEqual(['waiting', 'ready', 'failed']);
    expect(states('2026-11-21T13:00:00Z')).toEqual(['waiting', 'waiting', 'failed']);
  });

  test('still shows what an expired link led to, without its dead links, while it is read again', () => {
    const item = reduceQueue(before, opened('2026-11-21T13:00:00Z'))[1];
    expect([item?.resolved?.media.title, item?.resolved?.links]).toEqual(['A title', {}]);
  });

  test('takes over from a tab that closed without asking about downloads anew', () => {
    const running = [wanted('a', '2'), begun('a', D1)].reduce(reduceQueue, before);
    const event = { type: 'takenOver', at: 5, mayGoOn: true } as const;
    const revivedAt = (isFresh: boolean) => {
      return reduceQueue(running, { ...event, isFresh })[1]?.transfers['a']?.revivedAt;
    };
    expect([revivedAt(false), revivedAt(true)]).toEqual([null, 5]);
    expect(reduceQueue(running, { ...event, isFresh: false })[0]?.state).toBe('waiting');
  });

  test('reads what older pages stored: what it no longer understands is read again, downloads go by their old ids', () => {
    const { quality: _, waitUntil: __, ...old } = after(added(1))[0] ?? {};
    const { file: ___, leftS: ____, ...progress } = progressOf(D1, 'done');
    const transfer = { formatId: '18', summary: 'MP4', startedAt: 0, progress };
    const stored = [{ ...old, state: 'ready', resolved: { links: {}, media: {} }, transfers: { [D1]: transfer } }];
    const queue = v.parse(Queue, JSON.parse(JSON.stringify(stored)));
    expect(queue[0]).toMatchObject({ quality: null, resolved: null, waitUntil: null });
    expect(queue[0]?.transfers[D1]).toMatchObject({ downloadId: D1, progress: { state: 'done' }, kept: null });
  });

  test('what came with the page counts more than what was stored', () => {
    const answered = { ...link(1), id: 'new', answer: { ok: true, value: resolved } as const };
    const page: QueueEvent = { type: 'added', items: [answered], at: 0 };
    const queue = [opened(), page].reduce(reduceQueue, before);
    expect(queue.map(({ id, state }) => `${id} ${state}`)).toEqual(['1 ready', '2 ready', '3 failed']);
  });
});
