import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { progressOf } from '../fixtures/resolved.ts';
import { fakeBrowser, queueAfter } from '../fixtures/tabs.ts';
import type { QueueEvent } from './queue.ts';
import { createSharedQueue, type TabPort } from './shared-queue.ts';

const added = (n: number): QueueEvent => ({
  type: 'added',
  items: [{ id: `${n}`, link: `https://youtu.be/${n}`, platform: 'youtube', mode: 'video' }],
  at: 0,
});

function openTab(port: TabPort, isIdle = () => true as boolean) {
  const onChange = vi.fn();
  const queue = createSharedQueue(port, { onChange, isIdle });
  queue.enter();
  return { ...queue, onChange, ids: () => queue.snapshot().map(({ id }) => id) };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Lets all messages arrive. */
const settled = () => vi.advanceTimersByTimeAsync(0);

describe('one queue in two tabs', () => {
  test('shows the same in both, whoever adds, and one of them leads', async () => {
    const browser = fakeBrowser();
    const [first, second] = [openTab(browser.open()), openTab(browser.open())];
    await settled();
    first.dispatch(added(1));
    await settled();
    expect(second.ids()).toEqual(['1']);
    second.dispatch({ type: 'started', id: '1' });
    await settled();
    expect([first.snapshot(), browser.stored()]).toEqual([second.snapshot(), second.snapshot()]);
    expect([first.leads(), second.leads()].filter(Boolean)).toHaveLength(1);
  });

  test('nothing is lost when both change it at the same time', async () => {
    const browser = fakeBrowser();
    const [first, second] = [openTab(browser.open()), openTab(browser.open())];
    await settled();
    for (const n of [1, 2, 3]) {
      first.dispatch(added(n));
      second.dispatch(added(n + 10));
    }
    await settled();
    expect(first.ids().toSorted()).toEqual(['1', '11', '12', '13', '2', '3']);
    expect([second.snapshot(), browser.stored()]).toEqual([first.snapshot(), first.snapshot()]);
  });

  test('what a tab asks for is shown in it at once, and done once', async () => {
    const browser = fakeBrowser();
    openTab(browser.open(), () => false);
    await settled();
    const second = openTab(browser.open());
    await settled();
    second.dispatch(added(1));
    expect(second.ids()).toEqual(['1']);
    await settled();
    expect([second.ids(), browser.stored().length]).toEqual([['1'], 1]);
  });

  test('when the leading tab closes, the other goes on with what was asked last', async () => {
    const browser = fakeBrowser();
    const port = browser.open();
    const first = openTab(port);
    await settled();
    const second = openTab(browser.open());
    await settled();
    first.dispatch(added(1));
    await settled();
    second.dispatch(added(2));
    port.close();
    await settled();
    expect([second.leads(), second.ids(), browser.stored().length]).toEqual([true, ['2', '1'], 2]);
  });

  test('a new tab learns of progress that is not stored yet', async () => {
    const D1 = '00000000-0000-4000-8000-000000000001';
    const browser = fakeBrowser(
      queueAfter(
        added(1),
        { type: 'wanted', id: '1', transferId: 'a', download: { formatId: '18', summary: 'MP4', query: {} }, at: 0 },
        { type: 'transfer', transferId: 'a', what: { type: 'begun', downloadId: D1, at: 0 } },
      ),
    );
    const first = openTab(browser.open());
    await settled();
    first.dispatch({ type: 'progressed', progress: progressOf(D1, 'transferring'), at: 0 });
    const second = openTab(browser.open());
    await settled();
    expect(browser.stored()[0]?.transfers['a']?.progress).toBeNull();
    expect(second.snapshot()[0]?.transfers['a']?.progress).toMatchObject({ receivedBytes: 50 });
    await vi.advanceTimersByTimeAsync(2_000);
    expect(browser.stored()[0]?.transfers['a']?.progress).toMatchObject({ receivedBytes: 50 });
  });
});

describe('the lead', () => {
  test('passes to the tab the visitor uses, once nothing is half done', async () => {
    const browser = fakeBrowser();
    let isIdle = false;
    const first = openTab(browser.open(), () => isIdle);
    await settled();
    const second = openTab(browser.open());
    await settled();
    second.claim();
    await settled();
    expect([first.leads(), second.leads()]).toEqual([true, false]);
    isIdle = true;
    first.settle();
    await settled();
    expect([first.leads(), second.leads()]).toEqual([false, true]);
    second.dispatch(added(1));
    await settled();
    expect(first.ids()).toEqual(['1']);
  });

  test('is given up by a page that is left, and taken again by one that comes back', async () => {
    const browser = fakeBrowser();
    const [first, second] = [openTab(browser.open()), openTab(browser.open())];
    await settled();
    first.leave();
    await settled();
    expect([first.leads(), second.leads()]).toEqual([false, true]);
    second.leave();
    first.enter();
    await settled();
    expect([first.leads(), second.leads()]).toEqual([true, false]);
  });

  test('a tab that opens takes what is stored, and asks what became of what was under way', async () => {
    const browser = fakeBrowser(queueAfter(added(1), { type: 'started', id: '1' }));
    const tab = openTab(browser.open());
    await settled();
    expect(tab.snapshot()[0]?.state).toBe('waiting');
  });
});
