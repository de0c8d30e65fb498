import { describe, expect, test } from 'vitest';
import { formatOf, progressOf, queueItemOf, resolvedOf, transferOf } from '../fixtures/resolved.ts';
import type { Queue, QueueItem } from './queue-item.ts';
import { nextStep, wakeAt } from './scheduler.ts';
import type { Transfer } from '../transfers/transfer-state.ts';

const resolved = resolvedOf({ formats: [formatOf()] });
const ARCHIVE = { urls: ['https://youtu.be/1'], title: 'All', kind: 'video', heightPx: null } as const;
const unread = (id: string, own: Partial<QueueItem> = {}): QueueItem =>
  queueItemOf(resolved, { id, state: 'waiting', resolved: null, ...own });
const read = (id: string, transfers: Record<string, Partial<Transfer>> = {}, own: Partial<QueueItem> = {}): QueueItem =>
  queueItemOf(resolved, {
    id,
    transfers: Object.fromEntries(Object.entries(transfers).map(([key, transfer]) => [key, transferOf(transfer)])),
    ...own,
  });
const running = (id: string): Partial<Transfer> => ({ downloadId: id, progress: progressOf(id, 'transferring') });

/** `read 1`, `begin a`, `outdate 1`: what comes next. */
function next(queue: Queue, now = 1_000, transfers = 2): string | null {
  const step = nextStep(queue, { now, transfers });
  if (!step) return null;
  return step.type === 'begin' ? `begin ${step.transferId}` : `${step.type} ${step.item.id}`;
}

describe('links', () => {
  test('are read from the top down, three at once', () => {
    expect(next([unread('1'), unread('2')])).toBe('read 1');
    const busy = ['1', '2', '3'].map((id) => unread(id, { state: 'resolving' }));
    expect([next([...busy.slice(1), unread('4')]), next([...busy, unread('4')])]).toEqual(['read 4', null]);
  });

  test('a used-up allowance holds them all until it is there again', () => {
    const held = unread('1', { waitUntil: 5_000, failure: { code: 'limit_reached' } });
    expect([next([held, unread('2')]), next([held, unread('2')], 5_000)]).toEqual([null, 'read 1']);
  });

  test('a busy platform holds only the link it refused', () => {
    const held = unread('1', { waitUntil: 5_000, failure: { code: 'rate_limited' } });
    expect(next([held, unread('2')])).toBe('read 2');
  });
});

describe('files', () => {
  test('begin from the top down, as many at once as the visitor may have', () => {
    const queue = [read('1', { a: {} }), read('2', { b: running('x'), c: {} })];
    expect([next(queue), next(queue, 1_000, 1)]).toEqual(['begin a', null]);
    expect(next(queue.toReversed())).toBe('begin c');
  });

  test('a paused one keeps its place; one that ended gives it free', () => {
    const paused = { downloadId: 'x', progress: progressOf('x', 'paused') };
    const done = { downloadId: 'x', progress: progressOf('x', 'done') };
    expect([next([read('1', { a: paused, b: {} })], 0, 1), next([read('1', { a: done, b: {} })], 0, 1)]).toEqual([
      null,
      'begin b',
    ]);
  });

  test('what the server makes and keeps takes no place', () => {
    expect(next([read('1', { a: running('x'), b: { kept: 'file' } })], 0, 1)).toBe('begin b');
    const made = { kept: 'file', downloadId: 'x', progress: progressOf('x', 'preparing') } as const;
    expect(next([read('1', { a: made, b: {} })], 0, 1)).toBe('begin b');
  });

  test('a limit holds them all until it has passed', () => {
    const held = { waitUntil: 5_000, waitsFor: { code: 'too_many_transfers' } } as const;
    const queue = [read('1', { a: held, b: {} })];
    expect([next(queue), next(queue, 5_000)]).toEqual([null, 'begin a']);
  });

  test('an expired link is read again first; an archive of links needs none', () => {
    const expired = { resolved: { ...resolved, expiresAt: '1970-01-01T00:00:00Z' } };
    expect(next([read('1', { a: {} }, expired)])).toBe('outdate 1');
    expect(next([read('1', { a: { kept: { ...ARCHIVE, urls: [...ARCHIVE.urls] } } }, expired)])).toBe('begin a');
    expect(next([read('1', { a: {} }, { ...expired, state: 'failed' })])).toBeNull();
  });
});

test('the next instant is that of the first link, file or kept file whose time comes', () => {
  const file = { link: '/kept', name: 'a', bytes: 1, expiresAt: '1970-01-01T00:00:09Z' };
  const kept = { kept: 'file', downloadId: 'x', progress: progressOf('x', 'ready', { file }) } as const;
  const queue = [unread('1', { waitUntil: 5_000 }), read('2', { a: { waitUntil: 7_000 }, b: kept })];
  expect([0, 5_000, 7_000, 9_000].map((now) => wakeAt(queue, now))).toEqual([5_000, 7_000, 9_000, null]);
});
