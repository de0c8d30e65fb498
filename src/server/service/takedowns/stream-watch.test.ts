import { expect, test } from 'vitest';
import type { Control } from '#/server/store/events/controls-event.ts';
import { cancelEvent } from '#/server/store/events/download-events.ts';
import type { StoreEvent } from '#/server/store/events/events.ts';
import { createStreamWatch } from './stream-watch.ts';

function open() {
  const rules = new Set<string>();
  let tellChange: (what: Control) => void = () => {};
  let tellEvent: (event: StoreEvent) => void = () => {};
  const watch = createStreamWatch({
    controls: {
      takenDown: (keys) => (keys.some((key) => rules.has(key)) ? { code: 'taken_down' } : null),
      onChange(listener) {
        tellChange = listener;
        return () => (tellChange = () => {});
      },
    },
    store: {
      onEvent(listener) {
        tellEvent = listener;
        return () => (tellEvent = () => {});
      },
    },
  });
  const add = (key: string) => {
    rules.add(key);
    tellChange('rules');
  };
  return { watch, rules, add, tellEvent: (event: StoreEvent) => tellEvent(event) };
}

test('a stream ends when what it is made of is taken down, and others go on', () => {
  const { watch, add } = open();
  const [film, other] = [watch.ofMedia(['media:tiktok:1', 'host:tiktok.com']), watch.ofMedia(['media:tiktok:2'])];
  add('media:tiktok:1');
  expect([film.signal.aborted, film.signal.reason]).toEqual([true, { code: 'taken_down' }]);
  expect(other.signal.aborted).toBe(false);
});

test('one that has ended hears of nothing', () => {
  const { watch, add } = open();
  const film = watch.ofMedia(['media:tiktok:1']);
  film.end();
  add('media:tiktok:1');
  expect(film.signal.aborted).toBe(false);
});

test('a rule that came before the stream was watched ends it at once', () => {
  const { watch, rules } = open();
  rules.add('media:tiktok:1');
  expect(watch.ofMedia(['media:tiktok:1']).signal.aborted).toBe(true);
});

test('a kept file ends when its row says that it is gone', () => {
  const { watch, tellEvent } = open();
  const [file, other] = [watch.ofKept('a'), watch.ofKept('b')];
  tellEvent(cancelEvent('a'));
  expect([file.signal.aborted, file.signal.reason]).toEqual([true, { code: 'file_expired' }]);
  expect(other.signal.aborted).toBe(false);
});
