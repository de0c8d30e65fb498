import { expect, test } from 'vitest';
import { formatOf, progressOf, queueItemOf, resolvedOf, soundOf, transferOf } from '../fixtures/resolved.ts';
import { analyticsEventsSince } from './queue-events.ts';
import type { Transfer } from '../transfers/transfer-state.ts';

const D1 = '00000000-0000-4000-8000-000000000001';
const FILM = resolvedOf({ platform: 'youtube', kind: 'video', title: 'Secret', formats: [formatOf(), soundOf()] });
const withTransfer = (transfer: Transfer) => [queueItemOf(FILM, { transfers: { t1: transfer } })];
const waiting = transferOf();
const begun = transferOf({ downloadId: D1 });

test('a link that was read is told with its platform and kind alone', () => {
  const reading = [queueItemOf(FILM, { state: 'resolving', resolved: null })];
  const read = [queueItemOf(FILM)];
  expect(analyticsEventsSince(reading, read)).toEqual([{ event: 'link_read', platform: 'youtube', kind: 'video' }]);
  expect(analyticsEventsSince(read, read)).toEqual([]);
  expect(analyticsEventsSince([], read)).toEqual([]);
});

test('a file that is begun, and one that is done, are told once each', () => {
  const started = { event: 'download_started', platform: 'youtube', kind: 'video+audio' };
  const done = transferOf({ downloadId: D1, progress: progressOf(D1, 'done') });
  const running = transferOf({ downloadId: D1, progress: progressOf(D1, 'transferring') });
  expect(analyticsEventsSince(withTransfer(waiting), withTransfer(begun))).toEqual([started]);
  expect(analyticsEventsSince(withTransfer(begun), withTransfer(running))).toEqual([]);
  expect(analyticsEventsSince(withTransfer(running), withTransfer(done))).toEqual([
    { ...started, event: 'download_done' },
  ]);
  expect(analyticsEventsSince(withTransfer(done), withTransfer({ ...done }))).toEqual([]);
});

test('sound and archives are told by their kinds', () => {
  const kindOf = (formatId: string) =>
    analyticsEventsSince(
      withTransfer(transferOf({ formatId })),
      withTransfer(transferOf({ formatId, downloadId: D1 })),
    )[0]?.kind;
  expect([kindOf('140'), kindOf('zip')]).toEqual(['audio', 'archive']);
});

test('a try that follows another, and one that is cancelled before it begins, are no downloads', () => {
  expect(
    analyticsEventsSince(withTransfer({ ...waiting, restarts: 1 }), withTransfer({ ...begun, restarts: 1 })),
  ).toEqual([]);
  const stopped = transferOf({ isStopped: true, progress: progressOf(D1, 'cancelled') });
  expect(analyticsEventsSince(withTransfer(waiting), withTransfer(stopped))).toEqual([]);
});
