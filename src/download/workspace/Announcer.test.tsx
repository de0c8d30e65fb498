import { render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Announcer } from './Announcer.tsx';
import { formatOf, progressOf, queueItemOf, resolvedOf, transferOf } from '../fixtures/resolved.ts';

const D1 = '00000000-0000-4000-8000-000000000001';
const FILM = resolvedOf({ title: 'A title', formats: [formatOf()] });

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }));
afterEach(() => void vi.useRealTimers());

function queueAt(receivedBytes: number, state: 'transferring' | 'done' = 'transferring') {
  const progress = progressOf(D1, state, { receivedBytes, totalBytes: 100 });
  return [queueItemOf(FILM, { transfers: { t1: transferOf({ downloadId: D1, progress }) } })];
}

/** Shows a queue as it goes on, each state so many seconds after the one before, and gives what is said after each. */
function hear(...course: [afterS: number, queue: ReturnType<typeof queueAt>][]): (string | null)[] {
  const { rerender } = render(<Announcer queue={queueAt(0)} />);
  return course.map(([afterS, queue]) => {
    vi.setSystemTime(Date.now() + afterS * 1000);
    rerender(<Announcer queue={queue} />);
    return screen.getByRole('status').textContent;
  });
}

test('how far it is, is said at each quarter, and not more often than every ten seconds', () => {
  const said = hear([1, queueAt(20)], [9, queueAt(30)], [3, queueAt(52)], [8, queueAt(76)], [1, queueAt(90)]);
  expect(said).toEqual(['', 'Progress: 25%', 'Progress: 25%', 'Progress: 75%', 'Progress: 75%']);
});

test('what is quick says only that it is done', () => {
  const said = hear([1, queueAt(40)], [1, queueAt(80)], [1, queueAt(100, 'done')]);
  expect(said.slice(0, 2)).toEqual(['', '']);
  expect(said[2]).toContain('A title');
});

/** Gives what a screen reader hears, which reads out what comes into an announcement, and no text that was there. */
function listen(...course: ReturnType<typeof queueAt>[]): string[] {
  const [first = [], ...others] = course;
  const { rerender } = render(<Announcer queue={first} />);
  const ear = new MutationObserver(() => {});
  ear.observe(screen.getByRole('status'), { childList: true, characterData: true, subtree: true });
  for (const queue of others) rerender(<Announcer queue={queue} />);
  return ear
    .takeRecords()
    .flatMap(({ type, target, addedNodes }) =>
      (type === 'characterData' ? [target] : [...addedNodes]).flatMap((node) => node.textContent ?? []),
    );
}

/** Files of one title, each with its download. */
function filesAt(...states: ('transferring' | 'paused' | 'done')[]): ReturnType<typeof queueAt> {
  const transfers = states.map((state, place) => {
    const downloadId = D1.replace(/1$/, String(place));
    return [`t${place}`, transferOf({ downloadId, progress: progressOf(downloadId, state) })];
  });
  return [queueItemOf(FILM, { transfers: Object.fromEntries(transfers) })];
}

test('another file of the same title is heard by the same words', () => {
  const heard = listen(
    filesAt('transferring', 'transferring'),
    filesAt('done', 'transferring'),
    filesAt('done', 'done'),
  );
  expect(heard).toEqual(['A title was saved.', 'A title was saved.']);
});

test('a pause is heard each time it comes', () => {
  const heard = listen(filesAt('transferring'), filesAt('paused'), filesAt('transferring'), filesAt('paused'));
  expect(heard).toEqual(['A title is paused.', 'A title is paused.']);
});
