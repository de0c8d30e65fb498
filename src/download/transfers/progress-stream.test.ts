import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createProgressStream } from './progress-stream.ts';

/** The browser's, as far as it goes by itself: a refused one is closed, and stays so. */
class Source extends EventTarget {
  static readonly CLOSED = 2;
  static opened: Source[] = [];
  readyState = 0;
  constructor() {
    super();
    Source.opened.push(this);
  }
  accept(): void {
    this.readyState = 1;
    this.dispatchEvent(new Event('open'));
  }
  refuse(): void {
    this.readyState = Source.CLOSED;
    this.dispatchEvent(new Event('error'));
  }
  close(): void {
    this.readyState = Source.CLOSED;
  }
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('EventSource', Source);
  Source.opened = [];
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const listener = { onProgress: () => {}, onUnknown: () => {}, onReconnected: () => {} };

/** Seconds after which a refused stream is opened again. */
function waited(): number {
  const before = Source.opened.length;
  let seconds = 0;
  for (; seconds < 600 && Source.opened.length === before; seconds++) vi.advanceTimersByTime(1_000);
  return seconds;
}

test('a server that refuses is asked less and less often, until it lets somebody in', () => {
  createProgressStream(listener).follow(['a']);
  const refusedFor = () => {
    Source.opened.at(-1)?.refuse();
    return waited();
  };
  expect([refusedFor(), refusedFor(), refusedFor(), refusedFor(), refusedFor(), refusedFor()]).toEqual([
    5, 10, 20, 40, 60, 60,
  ]);
  Source.opened.at(-1)?.accept();
  expect(refusedFor()).toBe(5);
});

test('nothing is asked any more once nothing is followed', () => {
  const stream = createProgressStream(listener);
  stream.follow(['a']);
  Source.opened.at(-1)?.refuse();
  stream.follow([]);
  vi.advanceTimersByTime(600_000);
  expect(Source.opened).toHaveLength(1);
});
