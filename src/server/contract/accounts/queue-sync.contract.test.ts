import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { QueueSnapshot } from '#/model/account.ts';
import { fail, ok, type Result } from '#/model/failure.ts';
import type { Queue } from '#/download/queue/queue-item.ts';
import { type QueueEvent, reduceQueue } from '#/download/queue/queue.ts';
import { type Agreement, createQueueSync, type QueueSync } from '#/download/queue/queue-sync.ts';
import { type AccountDataRepository, createAccountDataRepository } from '#/server/store/tables/account-data.ts';
import { served } from '#/server/store/fixtures/contract-places.ts';
import type { Store } from '#/server/store/store.ts';

let kind: Awaited<ReturnType<typeof served.start>>;
let store: Store;
let data: AccountDataRepository;
let userId: string;
const devices: { isOnline: boolean }[] = [];
const calls = new Set<Promise<unknown>>();

beforeAll(async () => {
  kind = await served.start();
  store = await (await kind.createPlace()).open();
  data = createAccountDataRepository(store);
});
beforeEach(() => {
  userId = crypto.randomUUID();
});
// A device sends changes by itself, a second after them: what a test leaves must not ask a database that is closed.
afterEach(async () => {
  for (const device of devices.splice(0)) device.isOnline = false;
  await Promise.all(calls);
});
afterAll(async () => {
  await store.close();
  await kind.close();
});

/** A browser: its queue, what it remembers, and a line to the server that can be cut. */
function createDevice() {
  let queue: Queue = [];
  let agreement: Agreement | null = null;
  let sync: QueueSync;
  const device = {
    isOnline: true,
    leads: true,
    asked: 0,
    names: () => queue.map(({ link }) => link.split('/').at(-1)).join(''),
    agreement: () => agreement,
    dispatch(event: QueueEvent): void {
      queue = reduceQueue(queue, event);
      sync.changed();
    },
    add(...names: string[]): void {
      const items = names.map((name) => {
        return {
          id: crypto.randomUUID(),
          link: `https://youtu.be/${name}`,
          platform: 'youtube',
          mode: 'video',
        } as const;
      });
      device.dispatch({ type: 'added', items, at: 0 });
    },
    remove: (name: string) => device.dispatch({ type: 'removed', id: device.idOf(name) }),
    moveDown: (name: string) => device.dispatch({ type: 'moved', id: device.idOf(name), by: 1 }),
    idOf: (name: string) => queue.find(({ link }) => link.endsWith(`/${name}`))?.id ?? '',
    signIn: (user: string | null) => sync.setUser(user),
    refresh: () => sync.refresh(),
    /** A page is closed, and another opened, with what the browser stored. */
    reopen(): void {
      sync = create();
    },
  };
  const ask = async (answer: () => Promise<QueueSnapshot>): Promise<Result<QueueSnapshot>> => {
    device.asked += 1;
    if (!device.isOnline) return fail('offline');
    const call = answer();
    calls.add(call);
    try {
      return ok(await call);
    } finally {
      calls.delete(call);
    }
  };
  const create = () =>
    createQueueSync({
      account: {
        list: () => ask(() => data.queue(userId)),
        put: (addition) => ask(() => data.putEntries(userId, addition)),
        remove: (ids) => ask(() => data.removeEntries(userId, ids)),
      },
      queue: { snapshot: () => queue, dispatch: device.dispatch, leads: () => device.leads },
      memory: { read: () => agreement, write: (next) => void (agreement = next) },
    });
  sync = create();
  devices.push(device);
  return device;
}

test('two devices come to have the same queue, whatever is done on either', async () => {
  const [phone, desk] = [createDevice(), createDevice()];
  phone.add('a', 'b');
  phone.signIn(userId);
  await phone.refresh();
  desk.add('x', 'b');
  desk.signIn(userId);
  await desk.refresh();
  await phone.refresh();
  expect([phone.names(), desk.names()]).toEqual(['xab', 'xab']);
  expect(phone.idOf('b')).toBe(desk.idOf('b'));

  phone.remove('a');
  desk.moveDown('x');
  await phone.refresh();
  await desk.refresh();
  await phone.refresh();
  expect([phone.names(), desk.names()]).toEqual(['xb', 'xb']);

  desk.moveDown('x');
  desk.add('n');
  await desk.refresh();
  await phone.refresh();
  expect([phone.names(), desk.names()]).toEqual(['nbx', 'nbx']);
});

test('what is done offline, or after the page was opened anew, is told when there is a connection', async () => {
  const [phone, desk] = [createDevice(), createDevice()];
  phone.add('a', 'b', 'c');
  for (const device of [phone, desk]) {
    device.signIn(userId);
    await device.refresh();
  }
  desk.isOnline = false;
  desk.remove('a');
  desk.add('n');
  await desk.refresh();
  phone.remove('c');
  phone.add('m');
  await phone.refresh();
  expect([phone.names(), desk.names()]).toEqual(['mab', 'nbc']);
  desk.isOnline = true;
  desk.reopen();
  desk.signIn(userId);
  await desk.refresh();
  await phone.refresh();
  expect(phone.names()).toBe(desk.names());
  expect([...desk.names()].toSorted().join('')).toBe('bmn');
});

test('whoever signs out leaves nothing in the browser, and finds everything again; another finds only their own', async () => {
  const shared = createDevice();
  shared.add('a');
  shared.signIn(userId);
  await shared.refresh();
  shared.signIn(null);
  expect([shared.names(), shared.agreement()]).toEqual(['', null]);
  const ann = userId;
  userId = crypto.randomUUID();
  shared.signIn(userId);
  await shared.refresh();
  expect(shared.names()).toBe('');
  userId = ann;
  shared.signIn(userId);
  await shared.refresh();
  expect(shared.names()).toBe('a');
});

test('who was signed in when the page was left is signed out when it is opened: nothing of theirs is there', async () => {
  const shared = createDevice();
  shared.add('a');
  shared.signIn(userId);
  await shared.refresh();
  shared.reopen();
  shared.signIn(null);
  expect(shared.names()).toBe('');
  expect((await data.queue(userId)).entries).toHaveLength(1);
});

test('a session that ends before the server has heard of the queue takes along what was added in it, and no more', async () => {
  const [empty, guest] = [createDevice(), createDevice()];
  guest.add('a');
  for (const device of [empty, guest]) {
    device.isOnline = false;
    device.signIn(userId);
    await device.refresh();
    device.add('b');
    device.signIn(null);
  }
  expect([empty.names(), empty.agreement()]).toEqual(['', null]);
  expect(guest.names()).toBe('ba');
});

test('a guest’s queue stays as it is when nobody has signed in', () => {
  const guest = createDevice();
  guest.add('a');
  guest.signIn(null);
  expect(guest.names()).toBe('a');
  expect(guest.asked).toBe(0);
});

test('only the tab that leads asks', async () => {
  const tab = createDevice();
  tab.leads = false;
  tab.add('a');
  tab.signIn(userId);
  await tab.refresh();
  expect(tab.asked).toBe(0);
});

test('a change is told by itself, and nothing is asked where nothing has changed', async () => {
  const device = createDevice();
  device.signIn(userId);
  await device.refresh();
  device.add('a');
  await expect.poll(async () => (await data.queue(userId)).entries.length).toBe(1);
  await device.refresh();
  const { asked } = device;
  device.dispatch({ type: 'started', id: device.idOf('a') });
  await device.refresh();
  expect(device.asked).toBe(asked + 1);
});
