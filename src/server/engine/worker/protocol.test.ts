import { expect, test } from 'vitest';
import { readMessage, WORKER_LINE_MAX_PARTS } from './protocol.ts';

const answer = (more: object) => JSON.stringify({ id: 1, warnings: [], ...more });

test('a line of more parts than any answer has is none, and one with as many as there can be is read', () => {
  const parts = (many: number) => answer({ info: { formats: Array.from({ length: many }, () => ({})) } });
  expect(readMessage(parts(WORKER_LINE_MAX_PARTS / 2 - 10))).toHaveProperty('answer');
  expect(readMessage(parts(WORKER_LINE_MAX_PARTS / 2))).toBeNull();
  expect(readMessage('['.repeat(WORKER_LINE_MAX_PARTS + 1))).toBeNull();
});

test.each([
  ['warnings', { warnings: Array(501).fill('a') }],
  ['refusals', { refusals: Array(501).fill('a') }],
  [
    'places to go on from',
    {
      list: {
        first: 1,
        next: null,
        total: null,
        marks: Array.from({ length: 10_001 }, () => ({ entry: 1, token: null, visitor: null })),
        tabs: [],
        tab: null,
      },
    },
  ],
])('an answer with more %s than a worker keeps is nonsense', (_, more) => {
  expect(readMessage(answer(more))).toBeNull();
});
