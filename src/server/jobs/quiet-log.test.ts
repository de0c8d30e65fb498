import { expect, test } from 'vitest';
import { createQuietLog } from './quiet-log.ts';

test('what differs in its numbers only is said once a minute', () => {
  const said: string[] = [];
  let now = 0;
  const log = createQuietLog(
    (line) => said.push(line),
    () => now,
  );
  const sayAt = (atMs: number, line: string) => {
    now = atMs;
    log(line);
  };
  sayAt(0, 'no connection to port 1\n  at a place');
  sayAt(1_000, 'no connection to port 2');
  sayAt(2_000, 'the disk is full');
  sayAt(60_000, 'no connection to port 3');
  expect(said).toEqual(['no connection to port 1', 'the disk is full', 'no connection to port 3']);
});

test('of more kinds than are remembered, the one that was said longest ago may be said again', () => {
  const said: string[] = [];
  const log = createQuietLog(
    (line) => said.push(line),
    () => 0,
  );
  log('first');
  for (let n = 0; n < 1_000; n++) log(`${'a'.repeat(n)}!`);
  log('first');
  expect(said.filter((line) => line === 'first')).toHaveLength(2);
});
