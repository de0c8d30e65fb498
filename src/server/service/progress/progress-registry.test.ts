import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createEmitter } from '#/model/emitter.ts';
import type { StoreEvent } from '#/server/store/events/events.ts';
import { commandEvent } from './command-event.ts';
import type { DownloadRecords } from './download-records.ts';
import { createProgressRegistry, type ProgressRegistry } from './progress-registry.ts';

const ID = '0b5b7a52-7f0e-4f3e-8a54-6d1c2b3a4f50';
const TEN_MINUTES_MS = 10 * 60_000;

let now: number;
/** Ids that the database was asked about. */
let asked: string[];
let events: ReturnType<typeof createEmitter<StoreEvent>>;
let registry: ProgressRegistry;

beforeEach(() => {
  now = 1;
  asked = [];
  events = createEmitter<StoreEvent>();
  const records: DownloadRecords = {
    begin: () => {},
    keepPicture: () => {},
    touch: async () => {},
    end: () => {},
    async progressOf(ids) {
      asked.push(...ids);
      return [];
    },
    isTransferringFor: async () => false,
    describe: () => Promise.reject(new Error('Nobody asks for a row')),
    close: async () => {},
  };
  registry = createProgressRegistry({
    store: { publish: async () => true, onEvent: events.on, onResync: () => () => {}, isEmbedded: true },
    records,
    hasEnded: async () => false,
    now: () => now,
  });
});
afterEach(() => registry.close());

/** Which states somebody is told at once who begins to follow. */
function toldOf(id: string): string[] {
  const onProgress = vi.fn<(progress: { state: string }) => void>();
  registry.follow([id], { owner: null }, { onProgress, onEnd: () => {} })();
  return onProgress.mock.calls.map(([{ state }]) => state);
}

test('how a download ended is told for ten minutes without asking the database', () => {
  registry.reject('a', { code: 'busy' });
  now += TEN_MINUTES_MS;
  expect([toldOf('a'), asked]).toEqual([['failed'], []]);
  now += 1;
  expect(toldOf('a')).toEqual([]);
});

test('of more downloads than are remembered, the one that was told of longest ago is not known', () => {
  registry.reject('first', { code: 'busy' });
  for (let n = 0; n < 5_000; n++) registry.reject(String(n), { code: 'busy' });
  expect([toldOf('first'), toldOf('0'), toldOf('4999')]).toEqual([[], ['failed'], ['failed']]);
});

test('that a download was cancelled is known for ten minutes, so that a browser does not resume it', () => {
  events.emit(commandEvent({ id: ID, owner: null, command: 'cancel' }));
  now += TEN_MINUTES_MS;
  expect([registry.isCancelled(ID), registry.isCancelled('b')]).toEqual([true, false]);
  now += 1;
  expect(registry.isCancelled(ID)).toBe(false);
});
