import { expect, test } from 'vitest';
import { createEventBus, type StoreEvent } from './events.ts';

const NONSENSE = [
  '',
  'x',
  '1 {}',
  '1 {"type":1}',
  '1 {"type":"a","list":[1]}',
  '1 {"type":NaN}',
  '1 {"type":"a",}',
  '1 []',
];

test.each(NONSENSE)('%j from the channel is logged and ends nothing; what comes after it is heard', (nonsense) => {
  const logged: string[] = [];
  const heard: StoreEvent[] = [];
  const bus = createEventBus((line) => logged.push(line));
  bus.onEvent((event) => heard.push(event));
  bus.receive(nonsense);
  bus.receive('2z {"type":"changed","id":"a","bytes":1,"isLate":false,"total":null}');
  expect(logged).toEqual(['An event of another kind arrived.']);
  expect(heard).toEqual([{ type: 'changed', id: 'a', bytes: 1, isLate: false, total: null }]);
});
