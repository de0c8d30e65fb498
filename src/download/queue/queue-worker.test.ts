import * as v from 'valibot';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { DownloadRecord, KeepRequest, Resolved } from '#/model/download.ts';
import { fail, ok, type Failure, type Result } from '#/model/failure.ts';
import { formatOf, progressOf, resolvedOf } from '../fixtures/resolved.ts';
import { fakeBrowser } from '../fixtures/tabs.ts';
import { createQueueWorker, type WorkerPorts } from './queue-worker.ts';
import { Queue } from './queue-item.ts';
import { allTransfers, runDone } from './queue.ts';
import { createSharedQueue, type TabPort } from './shared-queue.ts';
import { stageOf } from '../transfers/transfer-state.ts';

const resolved = resolvedOf({ formats: [formatOf()] });

beforeEach(() => void vi.useFakeTimers({ now: 1_000_000 }));
afterEach(() => void vi.useRealTimers());

/** A server and a browser of tests: what was asked of them, and what they answer. */
function createWorld() {
  const world = {
    browser: fakeBrowser(),
    saved: [] as string[],
    /** By which files were asked for, each time. */
    orders: [] as string[],
    read: [] as string[],
    kept: [] as KeepRequest[],
    cancelled: [] as string[],
    followed: [] as readonly string[],
    /** Why links and files are refused; null: they are not. */
    refusal: null as Failure | null,
    keepAnswer: fail('queue_full') as Result<DownloadRecord>,
    /** Of a server that counts. */
    probe: (_downloadId: string, _orderId: string | null): Result<string | null> => ok(null),
    onSave: async (_downloadId: string): Promise<void> => {},
  };
  const refusal = () => world.refusal && { ok: false as const, failure: world.refusal };
  const ports: WorkerPorts = {
    async resolve(link): Promise<Result<Resolved>> {
      world.read.push(link);
      return refusal() ?? ok(resolved);
    },
    async probe(href, downloadId) {
      const probed = refusal() ?? world.probe(downloadId, queryOf(href).get('o'));
      return probed.ok ? ok({ takenBy: probed.value, fileName: 'A film.mp4' }) : probed;
    },
    save(href) {
      const id = queryOf(href).get('d') ?? '';
      world.saved.push(id);
      world.orders.push(queryOf(href).get('o') ?? '');
      void world.onSave(id);
    },
    async keep(request, orderId) {
      world.kept.push(request);
      world.orders.push(orderId);
      return world.keepAnswer;
    },
    cancel: (id) => void world.cancelled.push(id),
    follow: (ids) => void (world.followed = ids),
    recommend: ({ resolved: read }) =>
      (read?.media.formats ?? []).map(({ id }) => ({ formatId: id, summary: 'MP4', query: {} })),
    nameQuery: () => ({ name: 'title' }),
  };
  function open(port: TabPort = world.browser.open()) {
    const queue = createSharedQueue(port, {
      onChange: () => (queue.leads() ? worker.run() : worker.rest()),
      isIdle: () => worker.isIdle(),
    });
    const worker = createQueueWorker(ports, {
      queue: queue.snapshot,
      dispatch: queue.dispatch,
      transferLimit: () => 3,
      onIdle: queue.settle,
    });
    queue.enter();
    return {
      ...queue,
      worker,
      add: (count: number) =>
        queue.dispatch({
          type: 'added',
          items: Array.from({ length: count }, (_, n) => {
            return { id: `${n}`, link: `https://youtu.be/${n}`, platform: 'youtube', mode: 'video' };
          }),
          at: 0,
        }),
      want: (id: string, kept: 'file' | null = null) =>
        queue.dispatch({
          type: 'wanted',
          id,
          transferId: `${id} ${kept ?? ''}`,
          download: { formatId: '18', summary: 'MP4', query: {}, kept },
          at: 0,
        }),
      stages: () => stagesOf(queue.snapshot()),
    };
  }
  return { world, open };
}

const queryOf = (href: string) => new URLSearchParams(href.split('?')[1]);
const stagesOf = (queue: Queue) => queue.flatMap(({ transfers }) => Object.values(transfers).map(stageOf));
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

async function openWith(count: number) {
  const { world, open } = createWorld();
  const tab = open();
  await pass(0);
  tab.add(count);
  await pass(0);
  for (let n = 0; n < count; n++) tab.want(`${n}`);
  await pass(3_000);
  return { world, open, tab };
}

describe('a list whose entries go through the queue by themselves', () => {
  const links = Array.from({ length: 12 }, (_, n) => `https://youtu.be/entry${n}`);

  async function openRun(refusal: Failure | null = null) {
    const { world, open } = createWorld();
    const tab = open();
    await pass(0);
    tab.add(1);
    await pass(0);
    world.refusal = refusal;
    tab.dispatch({ type: 'run', id: '0', links, quality: 480 });
    return { world, tab };
  }
  const entriesOf = (tab: { snapshot: () => Queue }) => tab.snapshot().filter(({ runOf }) => runOf !== null);

  test('they are read and begun in their order, a few at a time, and as many follow as are over', async () => {
    const { world, tab } = await openRun();
    await pass(5_000);
    expect(world.read.slice(1)).toEqual(links.slice(0, 5));
    expect(world.saved).toHaveLength(3);
    expect(entriesOf(tab).map(({ link, quality }) => [link, quality])).toEqual(links.slice(0, 5).map((l) => [l, 480]));
    for (const id of world.saved.slice()) tab.worker.onProgress(progressOf(id, 'done'));
    await pass(5_000);
    expect(world.read.slice(1)).toEqual(links.slice(0, 8));
    // Those that are over sink below, the last on top.
    expect(entriesOf(tab).map(({ link }) => links.indexOf(link))).toEqual([3, 4, 5, 6, 7, 2, 1, 0]);
    const [list] = tab.snapshot();
    expect(list && runDone(tab.snapshot(), list)).toBe(3);
  });

  test('one that fails does not hold up the others', async () => {
    const { world, tab } = await openRun({ code: 'private' });
    await pass(5_000);
    expect(world.read.slice(1)).toEqual(links);
    expect(entriesOf(tab).every(({ state }) => state === 'failed')).toBe(true);
  });

  test('a limit is waited out, and nothing is read meanwhile', async () => {
    const { world } = await openRun({ code: 'limit_reached', retryAfterS: 600 });
    await pass(60_000);
    // Three that were asked for at the same time, behind the list itself.
    expect(world.read).toHaveLength(4);
    world.refusal = null;
    await pass(545_000);
    expect(world.saved).toHaveLength(3);
  });

  test('stopped, what is under way comes, and nothing else', async () => {
    const { world, tab } = await openRun();
    await pass(5_000);
    tab.dispatch({ type: 'runStopped', id: '0' });
    await pass(5_000);
    expect([world.read.length, entriesOf(tab).length]).toEqual([6, 5]);
  });
});

describe('files', () => {
  test('three run at once; when one ends, the next begins; until all are done', async () => {
    const { world, tab } = await openWith(5);
    expect(world.saved).toHaveLength(3);
    expect(world.followed).toEqual(world.saved);
    for (let n = 0; n < 5; n++) {
      tab.worker.onProgress(progressOf(world.saved[n] ?? '', 'transferring'));
      tab.worker.onProgress(progressOf(world.saved[n] ?? '', 'done'));
      await pass(3_000);
    }
    expect(tab.stages()).toEqual(Array.from({ length: 5 }, () => 'done'));
    expect([world.saved.length, world.followed]).toEqual([5, []]);
  });

  test('a limit is waited out, and then all goes on by itself', async () => {
    const { world, open } = createWorld();
    const tab = open();
    await pass(0);
    tab.add(2);
    await pass(0);
    world.refusal = { code: 'limit_reached', retryAfterS: 60 };
    tab.want('0');
    await pass(1_000);
    tab.want('1');
    await pass(1_000);
    expect([tab.stages(), world.saved]).toEqual([['waiting', 'waiting'], []]);
    world.refusal = null;
    await pass(60_000);
    expect(world.saved).toHaveLength(2);
  });

  test('one that is cancelled before the browser was sent for it never comes', async () => {
    const { world, open } = createWorld();
    const tab = open();
    await pass(0);
    tab.add(1);
    await pass(0);
    tab.want('0');
    tab.dispatch({ type: 'transfer', transferId: '0 ', what: { type: 'stopped' } });
    await pass(20_000);
    expect([world.saved, tab.stages()]).toEqual([[], ['cancelled']]);
  });

  test('one the browser did not take is interrupted after a while', async () => {
    const { tab } = await openWith(1);
    await pass(15_000);
    expect(tab.stages()).toEqual(['cancelled']);
  });

  test('one that vanishes from the server is begun again, as another download', async () => {
    const { world, tab } = await openWith(1);
    const [first = ''] = world.saved;
    tab.worker.onProgress(progressOf(first, 'transferring'));
    await pass(20_000);
    tab.worker.onUnknown(first);
    await pass(1_000);
    expect(world.saved).toHaveLength(2);
    expect(world.saved[1]).not.toBe(first);
  });
});

describe('kept files', () => {
  const D1 = '00000000-0000-4000-8000-000000000001';
  const record: DownloadRecord = {
    ...progressOf(D1, 'queued'),
    isKept: true,
    platform: 'youtube',
    title: 'A title',
    canonicalUrl: null,
    formatId: '18',
    fileName: null,
    picture: null,
    createdAt: '2026-11-21T12:00:00Z',
  };

  test('are asked for by their link, and followed by the id the server gives', async () => {
    const { world, open } = createWorld();
    const tab = open();
    await pass(0);
    tab.add(1);
    await pass(0);
    world.keepAnswer = ok(record);
    tab.want('0', 'file');
    await pass(0);
    expect(world.kept).toEqual([{ link: '/api/video/token-18?name=title' }]);
    expect([world.followed, tab.stages()]).toEqual([[D1], ['queued']]);
    tab.worker.onProgress(progressOf(D1, 'ready'));
    expect([world.followed, tab.stages(), world.saved]).toEqual([[D1], ['ready'], []]);
  });

  test('one that is cancelled while it is asked for is cancelled at the server too', async () => {
    const { world, open } = createWorld();
    const tab = open();
    await pass(0);
    tab.add(1);
    await pass(0);
    world.keepAnswer = ok(record);
    tab.want('0', 'file');
    tab.dispatch({ type: 'transfer', transferId: '0 file', what: { type: 'stopped' } });
    await pass(0);
    expect([world.cancelled, tab.stages()]).toEqual([[D1], ['cancelled']]);
  });
});

describe('an order', () => {
  test('is the same in every try that begins by itself, and another when the visitor wants it again', async () => {
    const { world, tab } = await openWith(1);
    tab.worker.onProgress(progressOf(world.saved[0] ?? '', 'transferring'));
    await pass(20_000);
    tab.worker.onUnknown(world.saved[0] ?? '');
    await pass(1_000);
    tab.worker.onProgress(progressOf(world.saved[1] ?? '', 'failed'));
    tab.dispatch({ type: 'transfer', transferId: '0 ', what: { type: 'again', orderId: 'another' } });
    await pass(1_000);
    expect(new Set(world.saved).size).toBe(3);
    expect(world.orders).toEqual(['0 ', '0 ', 'another']);
  });

  test('of a kept file goes with it, again after its answer was lost', async () => {
    const { world, open } = createWorld();
    const tab = open();
    await pass(0);
    tab.add(1);
    await pass(0);
    world.keepAnswer = fail('offline');
    tab.want('0', 'file');
    await pass(0);
    tab.dispatch({ type: 'online' });
    await pass(0);
    expect([world.kept.length, world.orders]).toEqual([2, ['0 file', '0 file']]);
  });

  test('that the server knows as another download is that: the browser is not sent again, and hears how that goes', async () => {
    const { world, open, tab } = await openWith(1);
    const [first = ''] = world.saved;
    tab.leave();
    const later = open(world.browser.open());
    await pass(0);
    world.probe = (_id, orderId) => ok(orderId === '0 ' ? first : null);
    // A server that was too busy to tell of it.
    later.worker.onUnknown(first);
    await pass(3_000);
    expect([world.saved, later.stages()]).toEqual([[first], ['starting']]);
    later.worker.onProgress(progressOf(first, 'done'));
    expect(later.stages()).toEqual(['done']);
  });

  test('whose other download ended in between is tried again', async () => {
    const { world, open, tab } = await openWith(1);
    const [first = ''] = world.saved;
    tab.leave();
    const later = open(world.browser.open());
    await pass(0);
    world.probe = () => ok(first);
    later.worker.onUnknown(first);
    await pass(3_000);
    world.probe = () => ok(null);
    later.worker.onProgress(progressOf(first, 'cancelled'));
    await pass(3_000);
    expect([world.saved.length, world.orders, later.stages()]).toEqual([2, ['0 ', '0 '], ['starting']]);
  });

  test('left by an earlier version has the same name in every tab', async () => {
    const { world, tab } = await openWith(1);
    tab.leave();
    const stored: object[] = JSON.parse(
      JSON.stringify(world.browser.stored(), (key, part) => (key === 'orderId' ? undefined : part)),
    );
    const orders = [1, 2].map(() => allTransfers(v.parse(Queue, stored)).map(([, { orderId }]) => orderId));
    expect(orders).toEqual([['0 '], ['0 ']]);
  });
});

describe('a machine that sleeps, whose timers stand still meanwhile', () => {
  const sleepFor = (ms: number) => vi.setSystemTime(Date.now() + ms);

  async function openWaiting(retryAfterS: number) {
    const { world, open } = createWorld();
    world.refusal = { code: 'limit_reached', retryAfterS };
    const tab = open();
    await pass(0);
    tab.add(1);
    await pass(0);
    expect(tab.snapshot()).toMatchObject([{ state: 'waiting' }]);
    world.refusal = null;
    return { world, tab };
  }

  test('goes on soon after it wakes with what was due meanwhile', async () => {
    const { tab } = await openWaiting(3600);
    sleepFor(3600_000);
    await pass(30_000);
    expect(tab.snapshot()).toMatchObject([{ state: 'ready' }]);
  });

  test('goes on at once where the visitor comes back to it', async () => {
    const { tab } = await openWaiting(3600);
    sleepFor(3600_000);
    tab.worker.look();
    await pass(0);
    expect(tab.snapshot()).toMatchObject([{ state: 'ready' }]);
  });

  test('loses kept files whose time was over meanwhile', async () => {
    const { tab } = await openWith(1);
    const [downloadId = ''] = tab.snapshot().flatMap(({ transfers }) => Object.values(transfers)[0]?.downloadId ?? []);
    const file = { link: '/kept/1', name: 'a.mp4', bytes: 1, expiresAt: new Date(Date.now() + 3600_000).toISOString() };
    tab.worker.onProgress(progressOf(downloadId, 'ready', { file }));
    sleepFor(3600_000);
    await pass(30_000);
    expect(tab.stages()).toEqual(['expired']);
  });

  test('is not kept busy by looking: nothing is changed, or stored, before it is due', async () => {
    const { world, tab } = await openWaiting(3600);
    const before = tab.snapshot();
    tab.worker.look();
    await pass(3500_000);
    tab.worker.look();
    expect(tab.snapshot()).toBe(before);
    expect(world.read).toHaveLength(1);
  });

  test('does nothing in a tab that does not lead', async () => {
    const { world, tab } = await openWaiting(3600);
    tab.leave();
    tab.worker.rest();
    sleepFor(3600_000);
    tab.worker.look();
    await pass(60_000);
    expect(world.read).toHaveLength(1);
  });
});

describe('links', () => {
  test('a limit is waited out', async () => {
    const { world, open } = createWorld();
    world.refusal = { code: 'limit_reached', retryAfterS: 60 };
    const tab = open();
    await pass(0);
    tab.add(2);
    await pass(0);
    expect(tab.snapshot().map(({ state }) => state)).toEqual(['waiting', 'waiting']);
    world.refusal = null;
    await pass(60_000);
    expect(tab.snapshot().map(({ state }) => state)).toEqual(['ready', 'ready']);
  });
});

describe('another page', () => {
  test('opened after the browser was closed goes on with all that was wanted', async () => {
    const { world, open, tab } = await openWith(5);
    tab.worker.onProgress(progressOf(world.saved[0] ?? '', 'transferring'));
    tab.leave();
    const later = open(world.browser.open());
    await pass(0);
    const before = world.saved.slice();
    expect(later.stages()).toEqual(['transferring', 'starting', 'starting', 'waiting', 'waiting']);
    for (const id of before) later.worker.onProgress(progressOf(id, 'cancelled'));
    await pass(3_000);
    expect(world.saved).toHaveLength(6);
    expect(later.stages()).toEqual(['starting', 'starting', 'starting', 'waiting', 'waiting']);
  });

  test('that cannot know of other tabs begins nothing by itself', async () => {
    const { world, open, tab } = await openWith(5);
    tab.leave();
    const later = open(world.browser.open({ isShared: false }));
    await pass(0);
    for (const id of world.saved.slice()) later.worker.onProgress(progressOf(id, 'cancelled'));
    await pass(5_000);
    expect([world.saved.length, new Set(later.stages())]).toEqual([3, new Set(['cancelled'])]);
  });

  test('beside the first begins nothing that the first began, also when the lead passes', async () => {
    const { world, open, tab } = await openWith(3);
    for (const id of world.saved) tab.worker.onProgress(progressOf(id, 'transferring'));
    const second = open(world.browser.open());
    await pass(0);
    second.claim();
    await pass(5_000);
    expect([tab.leads(), second.leads(), world.saved.length]).toEqual([false, true, 3]);
    tab.want('0');
    second.worker.onProgress(progressOf(world.saved[0] ?? '', 'done'));
    await pass(3_000);
    expect(world.saved).toHaveLength(4);
  });
});

describe('a server that lets two files through at once, and a browser that is slow to ask for them', () => {
  /** Between the page’s sending for a file and the browser’s asking for it. */
  const SLOW_MS = 4_000;

  test('each file is asked for once: the browser is sent for none that would be refused', async () => {
    const { world, open } = createWorld();
    const running = new Set<string>();
    const held = new Set<string>();
    const refused: string[] = [];
    const full = { code: 'too_many_transfers', retryAfterS: 5 } as const;
    world.probe = (id) => {
      if (running.size + held.size >= 2) return { ok: false, failure: full };
      held.add(id);
      return ok(null);
    };
    world.onSave = async (id) => {
      await new Promise((resolve) => setTimeout(resolve, SLOW_MS));
      const isHeld = held.delete(id);
      if (!isHeld && running.size >= 2) {
        refused.push(id);
        return tab.worker.onProgress({ ...progressOf(id, 'failed'), failure: full });
      }
      running.add(id);
      tab.worker.onProgress(progressOf(id, 'transferring'));
      await new Promise((resolve) => setTimeout(resolve, 10_000));
      running.delete(id);
      tab.worker.onProgress(progressOf(id, 'done'));
    };
    const tab = open();
    await pass(0);
    tab.add(5);
    await pass(0);
    for (let n = 0; n < 5; n++) tab.want(`${n}`);
    await pass(300_000);
    expect(tab.stages()).toEqual(Array.from({ length: 5 }, () => 'done'));
    expect(refused).toEqual([]);
    expect(world.saved).toHaveLength(5);
  });
});
