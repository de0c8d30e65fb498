import { describe, expect, test } from 'vitest';
import type { QueueEntry, QueueSnapshot } from '#/model/account.ts';
import { progressOf } from '../fixtures/resolved.ts';
import type { Queue } from './queue-item.ts';
import { type QueueEvent, reduceQueue } from './queue.ts';
import { isChanged, mergeOf, planSync } from './sync-plan.ts';

const idOf = (name: string) => `00000000-0000-4000-8000-0000000000${name.codePointAt(0)?.toString(16)}`;
const nameOf = (id: string) => String.fromCodePoint(Number.parseInt(id.slice(-2), 16));
const linkOf = (name: string) => `https://youtu.be/${name}`;

function entry(name: string, link = name): QueueEntry {
  return { id: idOf(name), link: linkOf(link), platform: 'youtube', mode: 'video', quality: null };
}
/** A letter for each entry, from the top. */
const entries = (names: string) => [...names].map((name) => entry(name));
const ids = (names: string) => [...names].map(idOf);
const names = (list: readonly string[]) => list.map(nameOf).join('');
const after = (queue: Queue, ...events: QueueEvent[]) => events.reduce<Queue>(reduceQueue, queue);
const queueOf = (list: readonly QueueEntry[]) => after([], { type: 'added', items: [...list], at: 0 });
const local = (letters: string) => queueOf(entries(letters));
const remote = (letters: string, removed = ''): QueueSnapshot => ({ entries: entries(letters), removed: ids(removed) });

describe('what is told to the server', () => {
  test.each<
    [
      what: string,
      here: string,
      agreed: string,
      there: QueueSnapshot,
      remove: string,
      add: string | null,
      order: string | null,
    ]
  >([
    ['nothing, when both are the same', 'abc', 'abc', remote('abc'), '', null, null],
    ['all that a guest had, at the first sign-in', 'ab', '', remote(''), '', 'ab', null],
    ['what is new here', 'xab', 'ab', remote('ab'), '', 'x', null],
    ['what was taken out here', 'a', 'ab', remote('ab'), 'b', null, null],
    ['nothing of what is new there', 'ab', 'ab', remote('xab'), '', null, null],
    ['nothing of what was taken out there', 'ab', 'ab', remote('a', 'b'), '', null, null],
    ['nothing of what was taken out there long ago', 'ab', 'ab', remote('a'), '', null, null],
    [
      'nothing of what was taken out everywhere, after the storage was lost',
      'ab',
      '',
      remote('a', 'b'),
      '',
      null,
      null,
    ],
    ['a new order', 'ba', 'ab', remote('ab'), '', '', 'ba'],
    ['no order, where only the other side has a new one', 'ab', 'ab', remote('ba'), '', null, null],
    ['what was done offline, all at once', 'xca', 'abc', remote('dabc'), 'b', 'x', 'xca'],
    ['nothing, when both took the same out', 'a', 'ab', remote('a', 'b'), '', null, null],
    ['nothing, when both have the same new one', 'xa', 'a', remote('xa'), '', null, null],
  ])('%s', (_, here, agreed, there, remove, add, order) => {
    const plan = planSync(local(here), ids(agreed), there);
    expect(names(plan.remove)).toBe(remove);
    expect(plan.addition && names(plan.addition.entries.map(({ id }) => id))).toBe(add);
    expect(plan.addition?.order ? names(plan.addition.order) : null).toBe(order);
  });

  test('not a link that is there by another id, unless that one is taken out', () => {
    const here = queueOf([entry('x', 'a')]);
    expect(planSync(here, [], remote('a')).addition).toBeNull();
    expect(planSync(here, ids('a'), remote('a'))).toMatchObject({
      remove: ids('a'),
      addition: { entries: [{ id: idOf('x') }] },
    });
  });

  test('not what is no link', () => {
    const here = queueOf([{ ...entry('a'), link: 'htp:/nothing' }, { ...entry('b'), id: 'page-0' }, entry('c')]);
    expect(planSync(here, [], remote('')).addition?.entries).toEqual(entries('c'));
  });
});

describe('the queue after the answer', () => {
  const merged = (now: Queue, agreed: string, there: QueueSnapshot, before = now) =>
    after(now, mergeOf(now, before, ids(agreed), there));

  test.each<[what: string, here: string, agreed: string, there: QueueSnapshot, expected: string]>([
    ['has what is new there', 'a', 'a', remote('xa'), 'xa'],
    ['has not what was taken out there', 'ab', 'ab', remote('a', 'b'), 'a'],
    ['has not what was taken out there long ago', 'ab', 'ab', remote('a'), 'a'],
    ['has the order of the server', 'ab', 'ab', remote('ba'), 'ba'],
    ['has what is not told yet, on top', 'xab', 'ab', remote('ba'), 'xba'],
  ])('%s', (_, here, agreed, there, expected) => {
    expect(names(merged(local(here), agreed, there).map(({ id }) => id))).toBe(expected);
  });

  test('has new ones waiting to be read, and leaves those that are there as they are', () => {
    const now = after(local('a'), { type: 'started', id: idOf('a') });
    const [fresh, old] = merged(now, 'a', remote('xa'));
    expect(fresh).toEqual({
      ...entry('x'),
      state: 'waiting',
      resolved: null,
      failure: null,
      waitUntil: null,
      isAuto: false,
      run: null,
      runOf: null,
      transfers: {},
    });
    expect(old).toBe(now[0]);
  });

  test('keeps what was taken out elsewhere while it is being transferred here, and no longer', () => {
    const downloadId = crypto.randomUUID();
    const begun: QueueEvent[] = [
      {
        type: 'wanted',
        id: idOf('b'),
        transferId: 't',
        download: { formatId: '18', summary: 'MP4', query: {} },
        at: 0,
      },
      { type: 'transfer', transferId: 't', what: { type: 'begun', downloadId, at: 0 } },
    ];
    const busy = merged(after(local('ab'), ...begun), 'ab', remote('a', 'b'));
    expect(names(busy.map(({ id }) => id))).toBe('ba');
    expect(planSync(busy, ids('a'), remote('a', 'b'))).toEqual({ remove: [], addition: null });
    expect(isChanged(busy, ids('a'), ids('b'))).toBe(false);
    const ended = after(busy, { type: 'progressed', progress: progressOf(downloadId, 'done'), at: 1 });
    expect(names(merged(ended, 'a', remote('a', 'b')).map(({ id }) => id))).toBe('a');
  });

  test('calls a link that is here by another id as the server does, and reads it again if its answer is under way', () => {
    const now = after(queueOf([entry('x', 'a')]), { type: 'started', id: idOf('x') });
    expect(merged(now, '', remote('a'))).toMatchObject([{ id: idOf('a'), link: linkOf('a'), state: 'waiting' }]);
  });

  test('has neither what was taken out while the answer was under way, nor lost what was added then', () => {
    expect(names(merged(local('yb'), 'ab', remote('ab'), local('ab')).map(({ id }) => id))).toBe('yb');
    expect(names(merged(local('a'), 'a', remote('xa'), local('xa')).map(({ id }) => id))).toBe('a');
  });
});

test.each<[here: string, agreed: string, removed: string, expected: boolean]>([
  ['ab', 'ab', '', false],
  ['xab', 'ab', '', true],
  ['a', 'ab', '', true],
  ['ba', 'ab', '', true],
  ['xab', 'ab', 'x', false],
  ['', '', '', false],
])(
  'of %j, after %j was agreed on and %j was taken out: is something to be told? %j',
  (here, agreed, removed, expected) => {
    expect(isChanged(local(here), ids(agreed), ids(removed))).toBe(expected);
  },
);
