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
