import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import type { DownloadProgress, Resolved } from '#/model/download.ts';
import { isFinished, openDownloads, overallProgress, Queue, type QueueEvent, reduceQueue } from './queue.ts';

const link = (n: number) => ({
  id: `${n}`,
  link: `https://youtu.be/${n}`,
  platform: 'youtube' as const,
  mode: 'video' as const,
});
const resolved = { expiresAt: '2026-11-21T12:00:00Z', links: {}, media: {} } as Resolved;
const progress = (id: string, state: DownloadProgress['state'], receivedBytes = 50): DownloadProgress => ({
  id,
  state,
  receivedBytes,
  totalBytes: 100,
  bytesPerS: 10,
  leftS: null,
  file: null,
  failure: null,
});
const after = (...events: QueueEvent[]) => events.reduce<Queue>(reduceQueue, []);

describe('the queue', () => {
  test('holds links newest first and each once', () => {
    const queue = after({ type: 'added', items: [link(1), link(2)] }, { type: 'added', items: [link(3), link(1)] });
    expect(queue.map(({ id }) => id)).toEqual(['3', '1', '2']);
  });

  test('follows a link from waiting to ready, or to failed and back', () => {
    const reading = after({ type: 'added', items: [link(1)] }, { type: 'started', id: '1' });
    expect(reading[0]?.state).toBe('resolving');
    const failed = reduceQueue(reading, { type: 'failed', id: '1', failure: { code: 'private' } });
    expect(failed[0]).toMatchObject({ state: 'failed', failure: { code: 'private' } });
    const again = reduceQueue(failed, { type: 'retried', id: '1' });
    expect(again[0]).toMatchObject({ state: 'waiting', failure: null });
    expect(reduceQueue(again, { type: 'resolved', id: '1', resolved })[0]?.state).toBe('ready');
  });

  test('knows which downloads are open, how far they are, and what is finished', () => {
    const ready = after({ type: 'added', items: [link(1)] }, { type: 'resolved', id: '1', resolved });
    const transferring: QueueEvent = {
      type: 'transferring',
      id: '1',
      downloadId: 'd',
      download: { formatId: '18', summary: 'MP4', query: {} },
      at: 0,
    };
    const started = reduceQueue(ready, transferring);
    expect(openDownloads(started)).toEqual(['d']);
    const half = reduceQueue(started, { type: 'progressed', progress: progress('d', 'transferring') });
    expect([overallProgress(half), half.some(isFinished)]).toEqual([0.5, false]);
    const done = reduceQueue(half, { type: 'progressed', progress: progress('d', 'done', 100) });
    expect([openDownloads(done), overallProgress(done), done.every(isFinished)]).toEqual([[], null, true]);
    expect(reduceQueue(done, { type: 'cleared' })).toEqual([]);
  });

  test('ignores progress of downloads it does not know', () => {
    const queue = after({ type: 'added', items: [link(1)] });
    expect(reduceQueue(queue, { type: 'progressed', progress: progress('x', 'done') })).toEqual(queue);
  });

  test('comes back after a reload: reads again what was being read or has expired, keeps the rest', () => {
    const before = after(
      { type: 'added', items: [link(1), link(2), link(3)] },
      { type: 'started', id: '1' },
      { type: 'resolved', id: '2', resolved },
      { type: 'failed', id: '3', failure: { code: 'drm' } },
    );
    const restored = (now: string) =>
      reduceQueue([], { type: 'restored', items: before, now: Date.parse(now) }).map(({ state }) => state);
    expect(restored('2026-11-21T11:00:00Z')).toEqual(['waiting', 'ready', 'failed']);
    expect(restored('2026-11-21T13:00:00Z')).toEqual(['waiting', 'waiting', 'failed']);
  });

  test('a queue that an older page stored is read too; what it no longer understands is read again', () => {
    const { quality: _, ...old } = after({ type: 'added', items: [link(1)] })[0] ?? {};
    const stored = [{ ...old, state: 'ready', resolved: { links: {}, media: {} } }];
    const queue = v.parse(Queue, JSON.parse(JSON.stringify(stored)));
    expect(queue[0]).toMatchObject({ quality: null, resolved: null });
    expect(reduceQueue([], { type: 'restored', items: queue, now: 0 })[0]?.state).toBe('waiting');
  });

  test('what came with the page counts more than what was stored', () => {
    const stored = after({ type: 'added', items: [link(1), link(2)] });
    const page = after({ type: 'added', items: [{ ...link(1), id: 'new' }] });
    expect(reduceQueue(page, { type: 'restored', items: stored, now: 0 }).map(({ id }) => id)).toEqual(['new', '2']);
  });
});
