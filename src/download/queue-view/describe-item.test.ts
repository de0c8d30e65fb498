import { describe, expect, test } from 'vitest';
import { formatOf, progressOf, queueItemOf, resolvedOf, transferOf } from '../fixtures/resolved.ts';
import { describeItem } from './describe-item.ts';
import type { QueueItem } from '../queue/queue-item.ts';

const D1 = '00000000-0000-4000-8000-000000000001';
const resolved = resolvedOf({ formats: [formatOf()] });
const SIZES = { receivedBytes: 50_000_000, totalBytes: 100_000_000 };
type Progress = Parameters<typeof progressOf>;
const at = (state: Progress[1], own: Progress[2] = {}) =>
  transferOf({ downloadId: D1, progress: progressOf(D1, state, own) });
const item = (own: Partial<QueueItem> = {}) => queueItemOf(resolved, own);

describe('an item without a file', () => {
  test.each<[Partial<QueueItem>, text: string, isWrong: boolean]>([
    [{ state: 'ready' }, 'Ready to download', false],
    [{ state: 'resolving', resolved: null }, 'Checking link…', false],
    [{ state: 'waiting', resolved: null }, 'Queued', false],
    [{ state: 'failed', resolved: null, failure: { code: 'private' } }, 'This post is private.', true],
  ])('%j', (own, text, isWrong) => {
    expect(describeItem(item(own))).toEqual({ text, share: null, file: null, isWrong });
  });

  test('that has to wait says until when', () => {
    const waitUntil = new Date(2026, 10, 27, 20, 14).getTime();
    expect(describeItem(item({ state: 'waiting', waitUntil })).text).toMatch(/^Waiting until .*8:14\sPM\.$/);
  });
});

describe('an item with files', () => {
  test.each<[Progress[1], Progress[2], text: string, share: number | null]>([
    ['transferring', { ...SIZES, bytesPerS: 10_000_000 }, '50% · 5 sec left', 0.5],
    ['transferring', { totalBytes: null }, 'Starting', null],
    ['preparing', SIZES, 'Preparing · 50%', 0.5],
    ['paused', SIZES, 'Paused · 50%', 0.5],
    ['done', SIZES, 'Saved', null],
    ['cancelled', SIZES, 'Interrupted', null],
  ])('%s %j', (state, own, text, share) => {
    expect(describeItem(item({ transfers: { a: at(state, own) } }))).toMatchObject({ text, share, isWrong: false });
  });

  test('tells of what runs before what is over, whichever was wanted first', () => {
    const transfers = { a: at('done'), b: at('transferring', { ...SIZES, bytesPerS: 10_000_000 }), c: at('failed') };
    expect(describeItem(item({ transfers })).text).toBe('50% · 5 sec left');
  });

  test('says why one failed', () => {
    const failed = at('failed', { failure: { code: 'private' } });
    expect(describeItem(item({ transfers: { a: failed } }))).toMatchObject({
      text: 'This post is private.',
      isWrong: true,
    });
  });

  test('has the one that waits to be saved', () => {
    const file = { name: 'a.mp4', link: '/f', bytes: 1, expiresAt: '2026-11-27T20:00:00Z' };
    expect(describeItem(item({ transfers: { a: at('ready', { file }) } })).file).toEqual(file);
  });
});
