import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { browserTabs } from './browser-tabs.ts';
import { createSharedQueue } from './shared-queue.ts';

const LINK = 'https://youtu.be/OKvideo0001';
const refusal = () => new DOMException('The operation is insecure.', 'SecurityError');
const refuse = () => {
  throw refusal();
};

const channels: BroadcastChannel[] = [];
const ends: (() => void)[] = [];

// Locks and channels are Node's own; what is to be stored is refused, as it is where one of the others is.
beforeEach(() => {
  vi.stubGlobal('localStorage', { getItem: refuse, setItem: refuse, removeItem: refuse });
  vi.stubGlobal(
    'BroadcastChannel',
    class extends BroadcastChannel {
      constructor(name: string) {
        super(name);
        channels.push(this);
      }
    },
  );
});
afterEach(() => {
  for (const end of ends.splice(0)) end();
  for (const channel of channels.splice(0)) channel.close();
  vi.unstubAllGlobals();
});

/** A tab in which a link is added as soon as it is open. */
function openTab() {
  const port = browserTabs();
  const queue = createSharedQueue(port, { onChange: () => {}, isIdle: () => true });
  ends.push(queue.leave);
  queue.enter();
  queue.dispatch({ type: 'added', items: [{ id: '1', link: LINK, platform: 'youtube', mode: 'video' }], at: 0 });
  const isAlone = () => !port.isShared && queue.leads();
  return { ...queue, port, isAlone, links: () => queue.snapshot().map(({ link }) => link) };
}

test('of two tabs one leads, and the other waits', async () => {
  const first = openTab();
  await expect.poll(first.leads).toBe(true);
  const second = openTab();
  await expect.poll(() => navigator.locks.query().then(({ pending }) => pending?.length)).toBe(1);
  expect([first.port.isShared, second.leads()]).toEqual([true, false]);
  first.leave();
  await expect.poll(second.leads).toBe(true);
});

test('where locks are refused, each tab leads by itself, with what was added before that was known, and no tab hears of another', async () => {
  vi.spyOn(navigator.locks, 'request').mockImplementation(() => Promise.reject(refusal()));
  const tabs = [openTab(), openTab()];
  await expect.poll(() => tabs.map((tab) => tab.isAlone())).toEqual([true, true]);
  tabs[0]?.dispatch({ type: 'removed', id: '1' });
  expect(tabs.map((tab) => tab.links())).toEqual([[], [LINK]]);
  // A page that is left and comes back asks again, and is refused again.
  tabs[0]?.leave();
  tabs[0]?.enter();
  await expect.poll(() => tabs[0]?.isAlone()).toBe(true);
});

test('where there may be no channel, a tab leads by itself', async () => {
  // A function, since an arrow could not be called with `new`.
  function RefusedChannel() {
    refuse();
  }
  vi.stubGlobal('BroadcastChannel', RefusedChannel);
  const tab = openTab();
  await expect.poll(tab.isAlone).toBe(true);
  expect(tab.links()).toEqual([LINK]);
});

test('who waits no longer does not lead', async () => {
  const first = openTab();
  await expect.poll(first.leads).toBe(true);
  const second = openTab();
  second.leave();
  first.leave();
  await expect.poll(() => navigator.locks.query().then(({ held, pending }) => [held, pending])).toEqual([[], []]);
  expect([second.leads(), second.port.isShared]).toEqual([false, true]);
});
